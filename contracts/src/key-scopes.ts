/** What a program may do with a key, each on its own. */
export const KEY_SCOPES = [
  'messages:send',
  'messages:read',
  'contacts:read',
  'contacts:write',
  'devices:write',
  'events:write',
] as const
export type KeyScope = (typeof KEY_SCOPES)[number]
