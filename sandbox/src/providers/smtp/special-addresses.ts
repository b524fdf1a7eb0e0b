// Addresses with built-in behaviour, for manual tests without dials. The faults page lists them.

export type Behaviour = 'bounce-hard' | 'bounce-soft' | 'bounce-late' | 'defer-always' | 'defer' | 'slow' | 'complain'

export interface SpecialAddress {
  /** Prefix of the local part. A letter may not follow, so that deferrari@ is an ordinary address. */
  prefix: Behaviour
  /** The effect, as shown on the page. */
  does: string
}

/** Delay of a `slow` address, in milliseconds. */
export const SLOW_MS = 5000

/** A user name or password that is always refused, to demonstrate a wrong password. */
export const WRONG_CREDENTIAL = 'wrong'

/** Longer prefixes precede shorter ones that they contain. */
export const SPECIAL_ADDRESSES: readonly SpecialAddress[] = [
  { prefix: 'bounce-hard', does: 'Refused with 550 5.1.1, no such mailbox.' },
  { prefix: 'bounce-soft', does: 'Refused with 552 5.2.2, mailbox full.' },
  { prefix: 'bounce-late', does: 'Accepted; a bounce message (RFC 3464) follows shortly after.' },
  { prefix: 'defer-always', does: 'Answered with 451 4.7.1 at every attempt.' },
  { prefix: 'defer', does: 'Answered with 451 4.7.1 at the first attempt, accepted at the next.' },
  { prefix: 'slow', does: `Accepted after ${SLOW_MS / 1000} seconds.` },
  { prefix: 'complain', does: 'Accepted; a spam complaint (RFC 5965) follows shortly after.' },
]

/** The behaviour that an address asks for, or undefined. */
export function behaviourOf(address: string): Behaviour | undefined {
  const local = address.slice(0, address.lastIndexOf('@')).toLowerCase()
  const special = SPECIAL_ADDRESSES.find(
    ({ prefix }) => local.startsWith(prefix) && !/^[\p{L}]/u.test(local.slice(prefix.length)),
  )
  return special?.prefix
}
