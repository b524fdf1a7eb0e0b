/**
 * Reasons that say of themselves: no server answered, so nothing of the message reached one. A module of its own: pages that
 * word reasons load no more than this.
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
