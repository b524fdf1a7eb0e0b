import { type ContactDevice, listContactDevices } from '@notifly/contracts/devices/contact-devices'
import { useState } from 'react'
import { useRead } from '../../api/queries.ts'
import type { ApiError } from '../../api/api-error.ts'
import { useSample } from '../fields/use-sample.ts'

export interface DevicesOfContact {
  contact: { uuid: string; name: string } | null
  onContact: (uuid: string) => void
  /** Those that take messages of the channel; undefined while they are being read. */
  devices: readonly ContactDevice[] | undefined
  failure: ApiError | null
  retry: () => void
  /** Ids of those that will get it: all of them until some are left out. */
  chosen: string[]
  onChosen: (uuid: string, isChosen: boolean) => void
}

/** A contact, the one of the preview to begin with, and which of its devices get a test. */
export function useContactDevices(
  channel: ContactDevice['channel'],
  first: string | undefined,
  mayRead: boolean,
): DevicesOfContact {
  const [named, setNamed] = useState(first)
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const { contact } = useSample(named)
  const { data, error, refetch } = useRead(
    listContactDevices,
    { params: { uuid: contact?.uuid ?? '' } },
    { enabled: mayRead && contact !== null },
  )
  const devices = data?.filter(device => device.channel === channel && device.retired_on === null)
  return {
    contact,
    onContact: setNamed,
    devices,
    failure: error,
    retry: () => void refetch(),
    chosen: (devices ?? []).map(({ uuid }) => uuid).filter(uuid => !leftOut.includes(uuid)),
    onChosen: (uuid, isChosen) => setLeftOut(isChosen ? leftOut.filter(id => id !== uuid) : [...leftOut, uuid]),
  }
}
