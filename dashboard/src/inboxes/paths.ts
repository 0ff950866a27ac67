/** Where an inbox, or a message in it, is shown. */
export function inboxPath(address: string, messageId?: string): string {
  const path = `/inboxes/${encodeURIComponent(address).replace('%40', '@')}`
  return messageId === undefined ? path : `${path}/${messageId}`
}
