import { useState } from 'react'

/** A picture as it will be shown, in small, with its address; the address alone while there is nothing to see at it. */
export function PictureValue({ address, isIcon = false }: { address: string; isIcon?: boolean }) {
  const [broken, setBroken] = useState('')
  const isShown = /^https?:\/\//i.test(address) && address !== broken
  return (
    <span className="flex flex-col items-start gap-1">
      {isShown && (
        <img
          src={address}
          alt=""
          onError={() => setBroken(address)}
          className={`rounded-2 border border-line object-cover ${isIcon ? 'size-10' : 'aspect-2/1 h-20'}`}
        />
      )}
      <bdi title={address} className={isShown ? 'max-w-full truncate text-12 text-muted' : undefined}>
        {(isShown ? inShort(address) : address) || '–'}
      </bdi>
    </span>
  )
}

/** Whose it is and what it is called: "shop.example/…/banner.png". */
function inShort(address: string): string {
  if (!URL.canParse(address)) return address
  const { host, pathname } = new URL(address)
  const [name, ...folders] = pathname.split('/').filter(Boolean).toReversed()
  return [host, ...(folders.length > 0 ? ['…'] : []), name].filter(Boolean).join('/')
}
