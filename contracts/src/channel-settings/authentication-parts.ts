/** The records of a sender's domain by which receivers verify its emails. Without schemas: the first page of an application names them. */
export const AUTHENTICATION_PARTS = ['spf', 'dkim', 'dmarc'] as const
