/** Guides, by the last part of their address, in the order in which one reads them. */
export const GUIDES = ['first-message', 'idempotency', 'webhooks', 'errors', 'limits'] as const
export type Guide = (typeof GUIDES)[number]
