import './sizing.css'

const leather = '#9a5527'
const hole = '#3a1c0a'
const brass = '#a98d5a'

/**
 * How a belt is measured: from the bar of the buckle to its middle hole.
 * @param size the belt size in inches; other quiz choices are drawn without a number
 */
export function MeasureDrawing({ size }: { size: string }) {
  const inches = /^\d+$/.test(size) ? size : null
  const meaning = inches ? `: size ${inches} means ${inches} inches` : ''
  return (
    <svg
      className="measure"
      viewBox="0 0 640 156"
      role="img"
      aria-label={`A belt is measured from the bar of the buckle to its middle hole${meaning}`}
    >
      <path d="M64 62H588a24 24 0 0 1 0 48H64Z" fill={leather} />
      <path
        d="M76 69H584a17 17 0 0 1 0 34H76"
        fill="none"
        stroke="#e2b98d"
        strokeWidth="1.5"
        strokeDasharray="6 4"
      />
      <g fill="none" stroke={brass}>
        <path d="M64 52H30a12 12 0 0 0-12 12v44a12 12 0 0 0 12 12h34" strokeWidth="6" />
        <path d="M64 50v72" strokeWidth="7" strokeLinecap="round" />
        <path d="M64 86H20" strokeWidth="5" strokeLinecap="round" />
      </g>
      <rect x="92" y="58" width="18" height="56" rx="2" fill="#7e4119" />
      {[436, 464, 520, 548].map((x) => (
        <circle key={x} cx={x} cy="86" r="4" fill={hole} />
      ))}
      <circle cx="492" cy="86" r="5.5" fill={hole} />
      <circle cx="492" cy="86" r="10" fill="none" stroke="#fff" strokeWidth="1.75" />
      <g fill="none" stroke="currentColor" strokeWidth="1.25">
        <path d="M64 30v14M492 30v44M64 34H492" />
        <path d="m71 30-7 4 7 4M485 30l7 4-7 4" />
      </g>
      <g textAnchor="middle">
        <text x="278" y="22" fontSize="16" fontWeight="560">
          {inches ? `${inches} inches: the belt size` : 'the belt size'}
        </text>
        <text x="492" y="148" fontSize="15">
          middle hole
        </text>
        <text x="64" y="148" fontSize="15">
          bar
        </text>
      </g>
    </svg>
  )
}
