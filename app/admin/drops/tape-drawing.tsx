/** Where the tape goes: through the belt loops, level all around, with room for one finger. For paper, so in ink. */
export function TapeDrawing() {
  return (
    <svg
      className="tape"
      viewBox="0 20 640 200"
      role="img"
      aria-label="The tape runs through the belt loops, level all around, with room for one finger"
    >
      <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round">
        <path d="M206 20c-8 26-12 48-16 74L176 214h132l12-92 12 92h132L450 94c-4-26-8-48-16-74" />
        <path d="M194 72q126 22 252 0M190 104q130 22 260 0" />
        <path d="M320 86v36" />
      </g>
      <path d="M192 88q128 22 256 0" fill="none" stroke="#a98d5a" strokeWidth="14" />
      <path
        d="M192 88q128 22 256 0"
        fill="none"
        stroke="currentColor"
        strokeWidth="7"
        strokeDasharray="1.25 9"
      />
      <g fill="var(--raised)" stroke="currentColor" strokeWidth="1.5">
        {[
          [228, 70],
          [282, 76],
          [350, 76],
          [404, 70],
        ].map(([x, y]) => (
          <rect key={x} x={x} y={y} width="9" height="42" rx="2" />
        ))}
      </g>
      <g fill="none" stroke="currentColor" strokeWidth="1.25">
        <path d="M560 90H456m8-5-8 5 8 5M80 90h102m-8-5 8 5-8 5" />
      </g>
      <g fontSize="19" textAnchor="middle">
        <text x="76" y="78">
          level, where
        </text>
        <text x="76" y="112">
          the belt goes
        </text>
        <text x="566" y="78">
          room for
        </text>
        <text x="566" y="112">
          one finger
        </text>
      </g>
    </svg>
  )
}
