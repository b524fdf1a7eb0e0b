import type { MergeField } from '@notifly/contracts/contacts/audience'
import { useState } from 'react'
import { PictureButton } from '../files/PictureButton.tsx'
import { MergeText } from '../fields/MergeText.tsx'

export interface PictureFieldProps {
  label: string
  help: string
  value: string
  onChange: (address: string) => void
  fields: readonly MergeField[]
  error?: string | undefined
  optional?: boolean
  readOnly?: boolean
}

/** A picture by its address; one that is uploaded gets an address of ours. */
export function PictureField(props: PictureFieldProps) {
  const { label, help, value, onChange, fields, error, optional = false, readOnly = false } = props
  const [failure, setFailure] = useState<string>()
  return (
    <div className="flex flex-col gap-2">
      <MergeText
        label={label}
        value={value}
        onChange={onChange}
        fields={fields}
        maxLength={2000}
        address
        help={help}
        error={failure ?? error}
        optional={optional}
        placeholder="https://"
        readOnly={readOnly}
      />
      {!readOnly && (
        <div>
          <PictureButton label={label} onTaken={onChange} onFailure={setFailure} />
        </div>
      )}
    </div>
  )
}
