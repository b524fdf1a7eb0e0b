import { Bell, ImageOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/layout/Icon.tsx'

/** The icon, or a bell in its place while there is none that could be loaded. */
export function PushIcon({ address, size }: { address: string; size: number }) {
  const [broken, setBroken] = useState('')
  const frame = { inlineSize: size, blockSize: size }
  if (address === '' || address === broken) {
    return (
      <span style={frame} className="grid shrink-0 place-items-center rounded-[6px] bg-(--pd-key) text-(--pd-quiet)">
        <Icon of={Bell} size={16} />
      </span>
    )
  }
  return (
    <img
      src={address}
      alt=""
      style={frame}
      onError={() => setBroken(address)}
      className="shrink-0 rounded-[6px] object-cover"
    />
  )
}

/** The banner; says so where it cannot be loaded, since devices then show none either. */
export function PushBanner({ address, rounded = false }: { address: string; rounded?: boolean }) {
  const { t } = useTranslation('messages')
  const [broken, setBroken] = useState('')
  const frame = cx('aspect-2/1 w-full', rounded && 'rounded-[12px]')
  if (address === '') return null
  if (address === broken) {
    return (
      <span
        className={cx(frame, 'grid place-content-center gap-1 bg-(--pd-key) p-3 text-center text-12 text-(--pd-quiet)')}
      >
        <Icon of={ImageOff} size={16} className="justify-self-center" />
        {t('push.noPicture')}
      </span>
    )
  }
  return <img src={address} alt="" onError={() => setBroken(address)} className={cx(frame, 'object-cover')} />
}
