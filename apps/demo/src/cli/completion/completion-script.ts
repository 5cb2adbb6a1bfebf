/** Scripts that complete verbs and options in a shell; names of files are left to the shell itself. */
import type { CompletionShell } from '../care-commands.js';
import { type CompletedVerb, verbTable } from './verb-table.js';

export function completionScript(shell: CompletionShell): string {
  const verbs = verbTable();
  const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };
  return scripts[shell](verbs);
}

/** zsh reads the same script through its own bashcompinit. */
function zshScript(verbs: readonly CompletedVerb[]): string {
  return `autoload -U +X bashcompinit && bashcompinit\n${bashScript(verbs)}`;
}

function bashScript(verbs: readonly CompletedVerb[]): string {
  const firsts = [...new Set(verbs.map(({ name }) => first(name)))];
  const seconds = firsts.filter((name) => secondsOf(verbs, name).length > 0);
  const values = [
    ...new Set(verbs.flatMap(({ options }) => options.filter((one) => one.takesValue).map((one) => one.name))),
  ];
  return `# verbatim completion bash
_verbatim() {
  local word verb='' sub='' skip='' at
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  COMPREPLY=()
  for ((at = 1; at < COMP_CWORD; at++)); do
    word="\${COMP_WORDS[at]}"
    if [[ -n $skip ]]; then skip=''; continue; fi
    case "$word" in
      ${values.join('|')}) skip=1 ;;
      -*) ;;
      *) if [[ -z $verb ]]; then verb="$word"; elif [[ -z $sub ]]; then sub="$word"; fi ;;
    esac
  done
  if [[ -n $skip ]]; then
    case "$previous" in --root|--home|--to) COMPREPLY=($(compgen -d -- "$current")) ;; esac
    return
  fi
  if [[ -z $verb ]]; then
    COMPREPLY=($(compgen -W '${[...firsts, '--help', '--version'].join(' ')}' -- "$current"))
    return
  fi
  case "$verb" in
${seconds.map((name) => `    ${name}) if [[ -z $sub ]]; then COMPREPLY=($(compgen -W '${secondsOf(verbs, name).join(' ')}' -- "$current")); return; fi; verb="$verb $sub" ;;`).join('\n')}
    hook) if [[ -z $sub && $current != -* ]]; then COMPREPLY=($(compgen -W 'claude-code' -- "$current")); return; fi ;;
    completion) if [[ -z $sub && $current != -* ]]; then COMPREPLY=($(compgen -W 'bash zsh fish' -- "$current")); return; fi ;;
    help) if [[ -z $sub ]]; then COMPREPLY=($(compgen -W '${firsts.join(' ')}' -- "$current")); fi; return ;;
  esac
  if [[ $current != -* ]]; then return; fi
  case "$verb" in
${verbs.map(({ name, options }) => `    '${name}') COMPREPLY=($(compgen -W '${options.map((one) => one.name).join(' ')}' -- "$current")) ;;`).join('\n')}
  esac
}
complete -o default -o bashdefault -F _verbatim verbatim
`;
}

function fishScript(verbs: readonly CompletedVerb[]): string {
  const lines = ['# verbatim completion fish'];
  const firsts = new Map(
    verbs.map(({ name, brief }) => [first(name), secondsOf(verbs, first(name)).length > 0 ? '' : brief]),
  );
  for (const [name, brief] of firsts) {
    lines.push(`complete -c verbatim -n __fish_use_subcommand -f -a ${name}${described(brief)}`);
    const inner = secondsOf(verbs, name);
    if (inner.length === 0) continue;
    const isNext = quoted(
      `__fish_seen_subcommand_from ${name}; and not __fish_seen_subcommand_from ${inner.join(' ')}`,
    );
    lines.push(`complete -c verbatim -n ${isNext} -f -a ${quoted(inner.join(' '))}`);
  }
  lines.push(`complete -c verbatim -n '__fish_seen_subcommand_from hook' -f -a claude-code`);
  lines.push(`complete -c verbatim -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'`);
  for (const { name, options } of verbs) {
    const isVerb = name
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ');
    for (const { name: option, brief, takesValue } of options) {
      lines.push(
        `complete -c verbatim -n ${quoted(isVerb)} -l ${option.slice(2)}${takesValue ? ' -r' : ''}${described(brief)}`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

function first(name: string): string {
  return name.split(' ')[0] ?? name;
}

/** The second words of a verb that has two. */
function secondsOf(verbs: readonly CompletedVerb[], name: string): string[] {
  return verbs.flatMap((verb) => (verb.name.startsWith(`${name} `) ? [verb.name.slice(name.length + 1)] : []));
}

function described(brief: string): string {
  return brief === '' ? '' : ` -d ${quoted(brief)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
