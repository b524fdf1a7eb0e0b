import { CALLING_CODES } from '@notifly/contracts/sms/calling-codes'
import { getCountries, getCountryCallingCode } from 'libphonenumber-js'
import { expect, test } from 'vitest'

test('the dashboard offers the calling codes that numbers are checked by', () => {
  const known = new Set(getCountries().map(country => String(getCountryCallingCode(country))))
  expect(CALLING_CODES.toSorted()).toEqual([...known].toSorted())
})
