import type { ERRORS } from '@notifly/contracts/errors'

// Refusals of signing in that pages answer in a way of their own. Numbers again, since the whole table would load with the first page.
export const SECOND_FACTOR_NEEDED = 1004 satisfies (typeof ERRORS)['secondFactorNeeded']['code']
export const EMAIL_NOT_VERIFIED = 1010 satisfies (typeof ERRORS)['emailNotVerified']['code']
