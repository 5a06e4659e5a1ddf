import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Command } from './command.ts'
import { type CommandRequest, commands } from './commands.ts'

export type ParsedCommand =
  | { kind: 'run'; request: CommandRequest }
  | { kind: 'help'; lines: string[] }
  | { kind: 'wrong'; sentence: string }

const allHelp = 'npm run shop -- --help'

/** Parses the words after `npm run shop --` into a command to run, help to print, or one sentence on what to do. */
export function parseCommand(words: readonly string[]): ParsedCommand {
  const [name, ...rest] = words
  if (name === '--help' || name === '-h' || name === 'help') return { kind: 'help', lines: overview() }
  if (name === undefined) return wrong(`Name a command: ${allHelp} shows them all.`)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) return wrong(`There is no command ${name}: ${allHelp} shows them all.`)
  if (rest.includes('--help') || rest.includes('-h')) return { kind: 'help', lines: usage(name, command) }
  return parseOptions(name, command, rest)
}

function parseOptions(name: string, command: Command, rest: string[]): ParsedCommand {
  const help = `npm run shop -- ${name} --help shows how to use it.`
  const options = Object.fromEntries(
    Object.entries(command.options).map(([option, { value }]) => [
      option,
      { type: value === null ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  // Uses tokens, because parseArgs in strict mode explains errors in several sentences meant for programmers.
  const { values, tokens, positionals } = parseArgs({
    args: rest,
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  for (const token of tokens) {
    if (token.kind === 'positional' && !(command.operand && token.value === positionals[0])) {
      return wrong(`${name} does not know what “${token.value}” is: ${help}`)
    }
    if (token.kind !== 'option') continue
    const option = Object.hasOwn(command.options, token.name) ? command.options[token.name] : undefined
    if (!option) return wrong(`${name} has no option ${token.rawName}: ${help}`)
    if (option.value === null && token.value !== undefined) {
      return wrong(`${token.rawName} stands alone, without a value: ${help}`)
    }
    // A value that looks like an option means that the value was forgotten.
    const isMissing = token.value === undefined || (!token.inlineValue && token.value.startsWith('--'))
    if (option.value !== null && isMissing) {
      return wrong(`${token.rawName} needs a value, such as ${token.rawName} ${option.value}: ${help}`)
    }
    if (tokens.some((other) => other.kind === 'option' && other.name === token.name && other !== token)) {
      return wrong(`${token.rawName} was given twice: ${help}`)
    }
  }
  const { operand } = command
  if (operand?.isRequired && positionals.length === 0) return wrong(`${name} needs ${operand.value}: ${help}`)
  if (positionals.length > 1) return wrong(`${name} takes one ${operand?.value}: ${help}`)
  for (const [option, { isRequired, value }] of Object.entries(command.options)) {
    if (isRequired && values[option] === undefined)
      return wrong(`${name} needs --${option} ${value}: ${help}`)
  }
  const args = Object.fromEntries(
    Object.entries(values)
      .filter((entry): entry is [string, string | boolean] => !Array.isArray(entry[1]))
      // The shop that runs the command may have a different working directory.
      .map(([option, value]) => [
        option,
        command.options[option]?.isPath && typeof value === 'string' ? path.resolve(value) : value,
      ]),
  )
  const named =
    operand && positionals[0] !== undefined ? { [operand.name]: path.resolve(positionals[0]) } : {}
  return { kind: 'run', request: { command: name, args: { ...args, ...named } } }
}

function overview(): string[] {
  return [
    'npm run shop -- <command> [options]',
    '',
    ...columns(Object.entries(commands).map(([name, { summary }]) => [name, summary])),
    '',
    'A command with --help shows its options. It works while the shop runs and while it does not.',
  ]
}

function usage(name: string, command: Command): string[] {
  const options = Object.entries(command.options)
  const { operand } = command
  const behind = operand ? [operand.isRequired ? operand.value : `[${operand.value}]`] : []
  const words = options.map(([option, { value, isRequired }]) => {
    const both = value === null ? `--${option}` : `--${option} ${value}`
    return isRequired ? both : `[${both}]`
  })
  return [
    [`npm run shop -- ${name}`, ...behind, ...words].join(' '),
    '',
    `It ${command.summary}.`,
    ...columns([
      ...(operand ? [[operand.value, operand.says] as [string, string]] : []),
      ...options.map(([option, { says }]): [string, string] => [`--${option}`, says]),
    ]),
  ]
}

function columns(rows: [string, string][]): string[] {
  const width = Math.max(0, ...rows.map(([name]) => name.length))
  return rows.map(([name, says]) => `  ${name.padEnd(width)}  ${says}`)
}

function wrong(sentence: string): ParsedCommand {
  return { kind: 'wrong', sentence }
}
