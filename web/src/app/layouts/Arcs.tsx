const RADII = Array.from({ length: 11 }, (_, at) => 180 + at * 92)

/** Concentric lines behind the account pages, fading towards the bottom. Decoration only. */
export function Arcs() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 1440 900"
      preserveAspectRatio="xMidYMid slice"
      className="pointer-events-none fixed inset-0 -z-1 size-full fill-none stroke-line [mask-image:linear-gradient(#000_20%,transparent_95%)]"
    >
      {RADII.map(radius => (
        <path key={radius} d={`M${720 - radius} 900V560a${radius} ${radius} 0 0 1 ${radius * 2} 0V900`} />
      ))}
    </svg>
  )
}
