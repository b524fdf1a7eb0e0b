/** What a form says of the file that it sends: how its columns are to be read, and where its phone numbers are from. */
import { ColumnMapping } from '@notifly/contracts/imports/imports'
import { sentenceOfIssue } from '@notifly/contracts/sentences/of-issue'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { invalidField } from '../../../lib/app-error.ts'
import { parseCountry } from '../read/parse-values.ts'
import { AUDIENCE_RULES, type Upload, type UploadRules } from './receive-upload.ts'
import type { Purpose } from '../stage/verify.ts'

export const PHONEBOOK_RULES: UploadRules = { ...AUDIENCE_RULES, field: 'upload_csv_file' }

/** A file of contacts with e-mail addresses. Throws invalidInput at `mapping` or `country`. */
export function audiencePurpose(upload: Upload): Purpose {
  return { kind: 'audience', options: { required: 'email', ...optionsOf(upload) }, rules: AUDIENCE_RULES }
}

/** A file of phone numbers. Throws invalidInput at `mapping` or `country`. */
export function phonebookPurpose(upload: Upload): Purpose {
  return { kind: 'phonebook', options: { required: 'phone_number', ...optionsOf(upload) }, rules: PHONEBOOK_RULES }
}

function optionsOf({ values }: Upload): Pick<Purpose['options'], 'country' | 'mapping'> {
  const mapping = values.get('mapping')
  const country = values.get('country')
  return {
    ...(mapping !== undefined && mapping !== '' && { mapping: readMapping(mapping) }),
    ...(country !== undefined && country !== '' && { country: readCountry(country) }),
  }
}

function readMapping(text: string): ColumnMapping {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw invalidField('mapping', sentence('imports.mappingJson'))
  }
  const { data, error } = ColumnMapping.safeParse(json)
  if (data !== undefined) return data
  const [issue] = error.issues
  throw invalidField('mapping', issue ? sentenceOfIssue(issue) : sentence('imports.mapping'))
}

function readCountry(text: string): string {
  const country = parseCountry(text)
  if (country === undefined) throw invalidField('country', sentence('imports.country'))
  return country
}
