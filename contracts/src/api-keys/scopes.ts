/** What a program may do with a key, each on its own: every scope that a stored key can have. */
export const KEY_SCOPES = [
  'messages:send',
  'messages:read',
  'contacts:read',
  'contacts:write',
  'devices:write',
  'events:write',
] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** Those that at least one call asks for. A new key gets no other, since a scope without a call would promise what is not there. */
export const USABLE_KEY_SCOPES = [
  'messages:send',
  'messages:read',
  'contacts:read',
  'contacts:write',
  'devices:write',
  'events:write',
] as const satisfies readonly KeyScope[]
