import { CircleHelp, Monitor, Smartphone, Tablet } from 'lucide-react'

/** Icons for the kinds of devices on which browsers run. */
export const DEVICE_ICONS = { desktop: Monitor, mobile: Smartphone, tablet: Tablet, other: CircleHelp }
