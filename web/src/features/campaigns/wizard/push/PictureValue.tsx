import { useState } from 'react'

/** A thumbnail with its address; only the address if the picture can't be loaded. */
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
        {(isShown ? shortAddress(address) : address) || '–'}
      </bdi>
    </span>
  )
}

/** Host and file name: "shop.example/…/banner.png". */
function shortAddress(address: string): string {
  if (!URL.canParse(address)) return address
  const { host, pathname } = new URL(address)
  const [name, ...folders] = pathname.split('/').filter(Boolean).toReversed()
  return [host, ...(folders.length > 0 ? ['…'] : []), name].filter(Boolean).join('/')
}
