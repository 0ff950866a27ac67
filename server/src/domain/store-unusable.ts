/** The store cannot be opened. The message says what the operator can do. */
export class StoreUnusable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreUnusable'
  }
}
