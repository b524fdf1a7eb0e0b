/** Our own addresses in messages, which differ between recipients in the signed name of the delivery alone. */

/** The field that holds it, for sources in which the rest of an address is written out. */
export const TOKEN_FIELD = 'notifly_token'

/** The page on which a recipient leaves, or chooses what to get. */
export function unsubscribeAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/u/${token}`
}
