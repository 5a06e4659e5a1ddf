// The tokens of app/ui/tokens.css as plain values, because email apps don't support variables.
export const light = {
  ground: '#e3e0db',
  paper: '#f7f5f1',
  ink: '#1f1a16',
  quiet: '#544d46',
  hair: '#cac5bc',
  accent: '#87431a',
  onAccent: '#ffffff',
}

const dark = {
  ground: '#1b1613',
  paper: '#25201b',
  ink: '#f2ece3',
  quiet: '#bfb5a8',
  hair: '#3d352d',
  accent: '#d99457',
  onAccent: '#1f1209',
}

export const display = "'Brygada 1918','Iowan Old Style',Palatino,Georgia,serif"
export const sans = "'Hanken Grotesk',-apple-system,'Segoe UI',Helvetica,Arial,sans-serif"

/** For both color schemes and phones. Email apps that ignore it show the light scheme. */
export const styleSheet = `body { background: ${light.ground} }
@media (prefers-color-scheme: dark) {
.bg { background: ${dark.ground} !important } .card { background: ${dark.paper} !important }
.ink, .ink a { color: ${dark.ink} !important } .quiet, .quiet a { color: ${dark.quiet} !important }
.hair { border-color: ${dark.hair} !important } .rule { border-color: ${dark.ink} !important }
.act { background: ${dark.accent} !important; color: ${dark.onAccent} !important }
}
@media (max-width: 480px) {
.pad { padding-left: 22px !important; padding-right: 22px !important } .h1 { font-size: 32px !important; line-height: 36px !important }
}`
