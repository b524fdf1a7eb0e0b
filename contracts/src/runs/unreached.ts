/**
 * Reasons that mean that no server answered, so no server has any part of the message. In a module of its own, because pages with reasons
 * load nothing more than this.
 */
export const UNREACHED_REASONS = [
  'host_not_found',
  'address_not_allowed',
  'connection_refused',
  'host_unreachable',
  'connection_timeout',
  'tls_failed',
  'certificate_expired',
  'certificate_untrusted',
  'certificate_name',
  'request_unwritable',
] as const
