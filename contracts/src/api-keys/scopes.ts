/** What a program may do with a key. Lists every scope that a stored key can have; none includes another. */
export const KEY_SCOPES = [
  'messages:send',
  'messages:read',
  'contacts:read',
  'contacts:write',
  'devices:write',
  'events:write',
] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** Scopes that at least one call requires. A new key gets only these: a scope without a call would promise what does not exist. */
export const USABLE_KEY_SCOPES = [
  'messages:send',
  'messages:read',
  'contacts:read',
  'contacts:write',
  'devices:write',
  'events:write',
] as const satisfies readonly KeyScope[]
