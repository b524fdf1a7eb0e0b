/** Front door of billing: what an organization may use. */
export { limitsOf, NO_LIMITS, planOf } from './limits.ts'
