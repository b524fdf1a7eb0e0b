import { listWebhookEvents } from '@notifly/contracts/webhooks/webhooks'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Data } from '../../api/client.ts'
import { useRead } from '../../api/queries.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { FieldError } from '../../ui/controls/Field.tsx'
import { SearchInput } from '../../ui/controls/SearchInput.tsx'
import { cx } from '../../ui/cx.ts'
import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { channelsOf } from './webhook-fields.ts'
import { useEventWords } from './use-event-words.ts'

type Group = Data<typeof listWebhookEvents>[number]
type Item = Group['items'][number]

export interface EventsFieldProps {
  /** Ids. */
  value: readonly number[]
  onChange: (value: number[]) => void
  error: string | undefined
  readOnly: boolean
  /** Has the focus when the choice is refused. */
  focusRef: (element: HTMLElement | null) => void
}

/** The events, grouped by subject; each group can be selected as a whole. */
export function EventsField({ value, onChange, error, readOnly, focusRef }: EventsFieldProps) {
  const { t } = useTranslation(['webhooks', 'common'])
  const { list } = useDisplay()
  const [search, setSearch] = useState('')
  const note = useId()
  const events = useRead(listWebhookEvents, {}, { once: true })
  const matching = useMatching(events.data, search)
  if (events.error) {
    const again = () => void events.refetch()
    return <ReadFailure error={events.error} title={t('form.eventsFailed')} onRetry={again} framed={false} />
  }
  const chosen = new Set(value)
  const set = (ids: readonly number[], isOn: boolean) => {
    const rest = value.filter(id => !ids.includes(id))
    onChange(isOn ? [...rest, ...ids] : rest)
  }
  const channels = list(channelsOf(value).map(channel => t(`common:channel.${channel}`)))
  const said = t('form.chosen', { count: value.length })
  return (
    <div className="flex flex-col gap-2">
      <div className="flex">
        <SearchInput wide value={search} onChange={setSearch} placeholder={t('form.findEvent')} />
      </div>
      <div
        ref={focusRef}
        role="group"
        tabIndex={-1}
        aria-label={t('form.events')}
        aria-describedby={note}
        className={cx('max-h-60 overflow-y-auto rounded-2 border', error ? 'border-danger' : 'border-line')}
      >
        {matching === undefined && (
          <div className="flex flex-col gap-3 p-3">
            <LoadingNote />
            <Skeleton width="40%" />
            <Skeleton width="60%" />
            <Skeleton width="50%" />
          </div>
        )}
        {matching?.map(group => (
          <EventGroup key={group.name} group={group} chosen={chosen} set={set} readOnly={readOnly} />
        ))}
        {matching?.length === 0 && <p className="p-3 text-muted">{t('form.noEvent', { search })}</p>}
      </div>
      <div id={note} aria-live="polite">
        {error ? (
          <FieldError>{error}</FieldError>
        ) : (
          <p className="text-12 text-muted">{channels === '' ? said : `${said} · ${channels}`}</p>
        )}
      </div>
    </div>
  )
}

/** Groups with the events whose text or name contains the search. */
function useMatching(groups: readonly Group[] | undefined, search: string): Group[] | undefined {
  const words = useEventWords()
  const sought = search.trim().toLocaleLowerCase()
  const has = (item: Item) =>
    [item.name, words.kind(item), words.group({ ...item, channel: item.platform })].some(text =>
      text.toLocaleLowerCase().includes(sought),
    )
  return groups
    ?.map(group => ({ ...group, items: sought === '' ? group.items : group.items.filter(has) }))
    .filter(({ items }) => items.length > 0)
}

interface EventGroupProps {
  group: Group
  chosen: ReadonlySet<number>
  set: (ids: readonly number[], isOn: boolean) => void
  readOnly: boolean
}

function EventGroup({ group: { items }, chosen, set, readOnly }: EventGroupProps) {
  const { t } = useTranslation('webhooks')
  const words = useEventWords()
  const [first] = items
  const ids = items.map(({ id }) => id)
  const count = ids.filter(id => chosen.has(id)).length
  const name = first === undefined ? '' : words.group({ ...first, channel: first.platform })
  return (
    <div role="group" aria-label={name}>
      <div className="sticky top-0 z-1 flex items-start gap-2 border-b border-line bg-sunken px-3 py-1.5">
        <Checkbox
          checked={count === ids.length}
          partly={count > 0 && count < ids.length}
          onChange={isOn => set(ids, isOn)}
          readOnly={readOnly}
          label={<span className="font-medium">{name}</span>}
        />
        <span className="tnum ms-auto text-12 leading-5 text-muted">
          {t('form.ofGroup', { chosen: count, count: ids.length })}
        </span>
      </div>
      {items.map(item => (
        <div key={item.id} className="flex items-start gap-2 py-1 ps-7 pe-3 hover:bg-hover">
          <Checkbox
            checked={chosen.has(item.id)}
            onChange={isOn => set([item.id], isOn)}
            readOnly={readOnly}
            label={
              <>
                {words.kind(item)}{' '}
                <bdi dir="ltr" className="font-mono text-12 text-muted">
                  {item.name}
                </bdi>
              </>
            }
          />
          <span className="tnum ms-auto shrink-0 text-12 leading-5 text-muted">
            {t('form.told', { count: item.count })}
          </span>
        </div>
      ))}
    </div>
  )
}
