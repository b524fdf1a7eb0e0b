/** Names of status codes from their specifications (RFC 9110, RFC 6585, RFC 5321): the same in every language. */

const HTTP: Readonly<Record<number, string>> = {
  101: 'Switching Protocols',
  102: 'Processing',
  103: 'Early Hints',
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  203: 'Non-Authoritative Information',
  204: 'No Content',
  205: 'Reset Content',
  206: 'Partial Content',
  300: 'Multiple Choices',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  407: 'Proxy Authentication Required',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  417: 'Expectation Failed',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  423: 'Locked',
  424: 'Failed Dependency',
  425: 'Too Early',
  426: 'Upgrade Required',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  505: 'HTTP Version Not Supported',
  507: 'Insufficient Storage',
  508: 'Loop Detected',
  511: 'Network Authentication Required',
}

const SMTP: Readonly<Record<number, string>> = {
  200: 'Accepted',
  421: 'Service not available',
  432: 'Password transition needed',
  450: 'Mailbox busy or blocked',
  451: 'Local error in processing',
  452: 'Insufficient system storage',
  454: 'Temporary authentication failure',
  455: 'Parameters not accepted',
  500: 'Syntax error',
  501: 'Syntax error in parameters',
  502: 'Command not implemented',
  503: 'Bad sequence of commands',
  504: 'Parameter not implemented',
  530: 'Authentication required',
  534: 'Authentication mechanism is too weak',
  535: 'Authentication credentials invalid',
  550: 'Mailbox unavailable',
  551: 'User not local',
  552: 'Exceeded storage allocation',
  553: 'Mailbox name not allowed',
  554: 'Transaction failed',
  555: 'Parameters not recognized',
}

/** Undefined for a code without a name. */
export function statusName(method: string, code: number): string | undefined {
  return (method === 'SMTP' ? SMTP : HTTP)[code]
}

/** Codes from 4xx on are bad, from 101 to 206 good, and so is 0; the others are no badge. */
export function statusTone(code: number): 'light-green' | 'danger' | null {
  if (code === 0 || (code >= 101 && code <= 206)) return 'light-green'
  return code >= 400 && code <= 599 ? 'danger' : null
}
