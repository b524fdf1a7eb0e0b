import { COORDINATE_LIMITS, type WhatsappParameters } from '@notifly/contracts/campaigns/content'
import type { MergeField } from '@notifly/contracts/contacts/audience'
import type { TemplateNeeds } from '@notifly/contracts/whatsapp-templates/components'
import type { MediaKind } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { FileDrop } from '../../ui/controls/FileDrop.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { MergeText } from '../fields/MergeText.tsx'
import { acceptOf, useMediaUpload } from './use-media-upload.ts'

type Header = NonNullable<WhatsappParameters['header']>

export interface HeaderValuesProps {
  needs: TemplateNeeds
  value: Header
  onChange: (value: Header) => void
  fields: readonly MergeField[]
  errorOf: (field: string) => string | undefined
  /** The template's example, for a text header. */
  example: string | undefined
  /** Called with a chosen picture, for the preview; with undefined once it no longer applies. */
  onPicture?: ((file: File | undefined) => void) | undefined
}

/** The values that a template's header needs: a text, media, or a location. */
export function HeaderValues(props: HeaderValuesProps) {
  const { t } = useTranslation('whatsapp')
  const { needs, value, onChange, fields, errorOf, example } = props
  switch (needs.header) {
    case null:
      return null
    case 'text':
      return (
        <MergeText
          label={t('choose.value', { variable: `{{${needs.headerVariables[0] ?? '1'}}}` })}
          value={value.text ?? ''}
          onChange={text => onChange({ ...value, text })}
          fields={fields}
          help={example === undefined ? undefined : t('choose.example', { example })}
          error={errorOf('parameters.header.text')}
        />
      )
    case 'location':
      return <LocationValues {...props} />
    default:
      return <MediaValues {...props} kind={needs.header} />
  }
}

function MediaValues({ kind, value, onChange, fields, errorOf, onPicture }: HeaderValuesProps & { kind: MediaKind }) {
  const { t } = useTranslation('whatsapp')
  const upload = useMediaUpload(kind, 'media', (media, file) => {
    onChange({ ...value, media, ...(kind === 'document' && { filename: value.filename || file.name }) })
    onPicture?.(kind === 'image' ? file : undefined)
  })
  const media = value.media ?? ''
  const isKept = /^\d+$/.test(media)
  const clear = () => {
    upload.stop()
    onPicture?.(undefined)
    onChange({ ...value, media: '' })
  }
  return (
    <>
      <FileDrop
        label={t('choose.mediaFile')}
        help={t(`media.${kind}`)}
        accept={acceptOf(kind)}
        file={upload.file && { name: upload.file.name, sizeBytes: upload.file.size }}
        onFile={upload.start}
        onRemove={clear}
        progress={upload.progress}
        error={upload.error ?? errorOf('parameters.header.media')}
        detail={isKept && t('media.uploaded')}
      />
      {isKept && upload.file === null && (
        <p className="flex flex-wrap items-center gap-2 text-12 text-muted">
          {t('choose.mediaKept', { id: media })}
          <Button size="sm" variant="ghost" onClick={clear}>
            {t('choose.mediaRemove')}
          </Button>
        </p>
      )}
      {!isKept && upload.progress === null && (
        <MergeText
          label={t('choose.mediaAddress')}
          value={media}
          onChange={next => onChange({ ...value, media: next })}
          fields={fields}
          help={t('choose.mediaAddressHelp')}
          optional
        />
      )}
      {kind === 'document' && (
        <MergeText
          label={t('choose.filename')}
          value={value.filename ?? ''}
          onChange={filename => onChange({ ...value, filename })}
          fields={fields}
          error={errorOf('parameters.header.filename')}
          optional
        />
      )}
    </>
  )
}

function LocationValues({ value, onChange, fields, errorOf }: HeaderValuesProps) {
  const { t } = useTranslation('whatsapp')
  const place = value.location ?? {}
  const change = (part: Header['location']) => onChange({ ...value, location: { ...place, ...part } })
  const at = 'parameters.header.location'
  // An error about the whole location is shown at the first missing coordinate.
  const lacking = place.latitude === undefined ? 'latitude' : 'longitude'
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {(['latitude', 'longitude'] as const).map(name => (
          <Coordinate
            key={name}
            name={name}
            value={place[name]}
            onChange={number => change({ [name]: number })}
            error={errorOf(`${at}.${name}`) ?? (name === lacking ? errorOf(at) : undefined)}
          />
        ))}
      </div>
      <MergeText
        label={t('choose.placeName')}
        value={place.name ?? ''}
        onChange={name => change({ name })}
        fields={fields}
        error={errorOf(`${at}.name`)}
      />
      <MergeText
        label={t('choose.placeAddress')}
        value={place.address ?? ''}
        onChange={address => change({ address })}
        fields={fields}
        error={errorOf(`${at}.address`)}
      />
    </>
  )
}

interface CoordinateProps {
  name: CoordinateName
  value: number | undefined
  /** Undefined if nothing is typed, or not a number. */
  onChange: (value: number | undefined) => void
  error: string | undefined
}

function Coordinate({ name, value, onChange, error }: CoordinateProps) {
  const { t } = useTranslation('whatsapp')
  const most = COORDINATE_LIMITS[name]
  const isFar = value !== undefined && !isCoordinate(name, value)
  return (
    <Field label={t(`choose.${name}`)} error={isFar ? t('choose.coordinateRange', { least: -most, most }) : error}>
      <TextInput
        type="number"
        inputMode="decimal"
        step="any"
        min={-most}
        max={most}
        defaultValue={value}
        onChange={event => {
          const typed = event.target.valueAsNumber
          onChange(Number.isNaN(typed) ? undefined : typed)
        }}
      />
    </Field>
  )
}

export type CoordinateName = keyof typeof COORDINATE_LIMITS

/** Whether a coordinate is within its limits. */
export function isCoordinate(name: CoordinateName, value: number | undefined): boolean {
  return value !== undefined && Math.abs(value) <= COORDINATE_LIMITS[name]
}
