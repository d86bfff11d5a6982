/** What can follow a command: its verbs, its options, and the words its argument takes. */
export type CommandWords = { path: string; words: { word: string; about: string }[] };

/** One script per shell. Each follows the words typed so far through the tree and offers what can come next. */
export const completionScripts = { bash, zsh, fish };

function bash(tree: readonly CommandWords[]): string {
  return `# sigec completion for bash; put this line into ~/.bashrc: source <(sigec completion bash)
_sigec() {
  local path="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${pathPattern(tree)}) path="\${path:+$path }$word" ;;
    esac
  done
  local words=""
  case "$path" in
${tree.map(({ path, words }) => `    "${path}") words="${words.map(({ word }) => word).join(' ')}" ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _sigec sigec
`;
}

function zsh(tree: readonly CommandWords[]): string {
  const offers = tree.map(
    ({ path, words }) =>
      `    ${quoted(path)}) offers=(${words.map(({ word, about }) => quoted(`${word}:${about}`)).join(' ')}) ;;`,
  );
  return `#compdef sigec
# sigec completion for zsh; put this line into ~/.zshrc, after compinit: source <(sigec completion zsh)
_sigec() {
  local path_="" word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${path_:+$path_ }$word" in
      ${pathPattern(tree)}) path_="\${path_:+$path_ }$word" ;;
    esac
  done
  local -a offers
  case "$path_" in
${offers.join('\n')}
  esac
  _describe sigec offers || _files
}
compdef _sigec sigec
`;
}

function fish(tree: readonly CommandWords[]): string {
  const offers = tree.flatMap(({ path, words }) =>
    words.map(({ word, about }) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
      return `complete -c sigec -n 'test (__sigec_path) = "${path}"' ${what} -d ${quoted(about)}`;
    }),
  );
  return `# sigec completion for fish; run once: sigec completion fish > ~/.config/fish/completions/sigec.fish
function __sigec_path
  set -l path ""
  for word in (commandline -opc)[2..-1]
    set -l longer (string trim -- "$path $word")
    contains -- $longer ${tree
      .filter(({ path }) => path !== '')
      .map(({ path }) => `"${path}"`)
      .join(' ')}
    and set path $longer
  end
  echo "$path"
end
complete -c sigec -f
${offers.join('\n')}
`;
}

function pathPattern(tree: readonly CommandWords[]): string {
  const paths = tree.filter(({ path }) => path !== '').map(({ path }) => `"${path}"`);
  return paths.join('|');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
