/** Guides, by the last part of their address, in reading order. */
export const GUIDES = ['first-message', 'idempotency', 'webhooks', 'errors', 'limits'] as const
export type Guide = (typeof GUIDES)[number]
