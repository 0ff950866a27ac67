/** Asks, and goes on in the same turn when the answer is there: a promise is made only where one was given. */
export function settle<T, U>(
  ask: () => T | Promise<T>,
  done: (value: T) => U | Promise<U>,
  failed: (error: unknown) => U,
): U | Promise<U> {
  let answer: T | Promise<T>
  try {
    answer = ask()
  } catch (error) {
    return failed(error)
  }
  return answer instanceof Promise ? answer.then(done, failed) : done(answer)
}

/** The same, for an answer that cannot fail. */
export function proceed<T, U>(answer: T | Promise<T>, done: (value: T) => U | Promise<U>): U | Promise<U> {
  return answer instanceof Promise ? answer.then(done) : done(answer)
}
