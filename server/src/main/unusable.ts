/** Something that mayflyd needs is not as it must be. The message tells the operator what to do. */
export class Unusable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Unusable'
  }
}
