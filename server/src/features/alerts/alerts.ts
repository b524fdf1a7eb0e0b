/**
 * Alerts: notices about a person's work as push messages to the browsers in which they are signed in and asked for them, whether or not a
 * page of the dashboard is open. A browser goes with its session (browsers.ts). What happened becomes one job for all who are concerned
 * (requests.ts, trouble.ts); when that runs it is judged anew who may see it (request-alert.ts, campaign-alert.ts).
 */
export { alertOfRequest } from './requests.ts'
export { alertOfTroubles } from './trouble.ts'
