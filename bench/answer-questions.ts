export type Reply = { readonly answer: unknown } | { readonly failure: string }

/** What a process of the benchmark does all its life: it answers the one that started it, and ends with it. */
export function answerQuestions<Q>(answer: (question: Q) => Promise<unknown>): void {
  process.on('message', async (question: Q) => {
    process.send?.(await replyTo(answer, question))
  })
  process.on('disconnect', () => process.exit())
  // Ctrl-C reaches the whole group. Who started this process decides in which order things end.
  process.on('SIGINT', () => undefined)
}

async function replyTo<Q>(answer: (question: Q) => Promise<unknown>, question: Q): Promise<Reply> {
  try {
    return { answer: await answer(question) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}
