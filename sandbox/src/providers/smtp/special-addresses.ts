// Addresses that behave on their own, for trying things by hand without touching a dial. The page of faults lists them.

export type Behaviour = 'bounce-hard' | 'bounce-soft' | 'bounce-late' | 'defer-always' | 'defer' | 'slow' | 'complain'

export interface SpecialAddress {
  /** What the part before the @ starts with; a letter may not follow, so that deferrari@ is an ordinary address. */
  prefix: Behaviour
  /** What happens, in the words of the page. */
  does: string
}

/** How long a `slow` address takes to be answered. */
export const SLOW_MS = 5000

/** A user name or password that is always refused, so that a wrong password can be shown. */
export const WRONG_CREDENTIAL = 'wrong'

/** Longer prefixes come before the shorter ones they contain. */
export const SPECIAL_ADDRESSES: readonly SpecialAddress[] = [
  { prefix: 'bounce-hard', does: 'Refused with 550 5.1.1, no such mailbox.' },
  { prefix: 'bounce-soft', does: 'Refused with 552 5.2.2, mailbox full.' },
  { prefix: 'bounce-late', does: 'Accepted; a bounce message (RFC 3464) follows shortly after.' },
  { prefix: 'defer-always', does: 'Answered with 451 4.7.1 at every attempt.' },
  { prefix: 'defer', does: 'Answered with 451 4.7.1 at the first attempt, accepted at the next.' },
  { prefix: 'slow', does: `Accepted after ${SLOW_MS / 1000} seconds.` },
  { prefix: 'complain', does: 'Accepted; a spam complaint (RFC 5965) follows shortly after.' },
]

/** The behaviour that an address asks for by its name, or undefined. */
export function behaviourOf(address: string): Behaviour | undefined {
  const local = address.slice(0, address.lastIndexOf('@')).toLowerCase()
  const special = SPECIAL_ADDRESSES.find(
    ({ prefix }) => local.startsWith(prefix) && !/^[\p{L}]/u.test(local.slice(prefix.length)),
  )
  return special?.prefix
}
