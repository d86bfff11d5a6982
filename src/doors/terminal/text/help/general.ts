import { both, sentence } from '../spoken.ts';

export const general = {
  about: both(
    'SIGEC-VE, a charging station management system: runs it, and works with one that runs.',
    'SIGEC-VE, um sistema de gestão de estações de recarga: inicia o sistema e trabalha com o que está em execução.',
  ),
  titles: {
    'Usage:': both('Usage:', 'Uso:'),
    'Options:': both('Options:', 'Opções:'),
    'Commands:': both('Commands:', 'Comandos:'),
    'Arguments:': both('Arguments:', 'Argumentos:'),
    'Settings:': both(
      'Settings, also as environment variables or in .env:',
      'Configurações, também como variáveis de ambiente ou em .env:',
    ),
  },
  optionsWord: both('[options]', '[opções]'),
  commandWord: both('[command]', '[comando]'),
  byDefault: sentence('(default: {value})', '(padrão: {value})'),
  help: both('show this help', 'mostra esta ajuda'),
  helpCommand: both('show the help of a command', 'mostra a ajuda de um comando'),
  version: both('show the version', 'mostra a versão'),
  lang: both(
    'language of what is shown: en or pt-BR (SIGEC_LANG)',
    'idioma do que é mostrado: en ou pt-BR (SIGEC_LANG)',
  ),
  url: both('address of the running system (SIGEC_URL)', 'endereço do sistema em execução (SIGEC_URL)'),
  key: both('your key (SIGEC_KEY)', 'sua chave (SIGEC_KEY)'),
  json: both('show JSON, for programs', 'mostra JSON, para programas'),
  exitCodes: both(
    'Exit codes: 0 done, 1 failed, 2 wrong use, 3 not allowed, 4 not found, 5 station offline, 6 refused by the station, 7 waiting for approval.',
    'Códigos de saída: 0 feito, 1 falhou, 2 uso errado, 3 não permitido, 4 não encontrado, 5 estação offline, 6 recusado pela estação, 7 à espera de aprovação.',
  ),
  sameSettings: both(
    'All settings of "sigec serve" can be given here too.',
    'Todas as configurações de "sigec serve" valem aqui também.',
  ),
  watch: both('keep showing, until Ctrl+C', 'continua mostrando, até Ctrl+C'),
  since: both('how far back, such as 30m, 1h or 7d', 'desde quando, por exemplo 30m, 1h ou 7d'),
  limit: both('at most this many (up to 1000)', 'no máximo quantos (até 1000)'),
  emptyTakesAway: both(
    'What is not named stays. An empty value, such as --note "", takes it away.',
    'O que não é dito fica. Um valor vazio, por exemplo --note "", o retira.',
  ),
  note: both('a note of your own', 'uma observação sua'),
  placeNote: both(
    'where it stands, such as "level 2, by the lift"',
    'onde fica, por exemplo "piso 2, perto do elevador"',
  ),
  deviceStation: both('the station it stands at', 'a estação junto à qual está'),
  itsName: both('its name', 'o nome'),
  placeSite: both('may charge at this site only; may be repeated', 'pode recarregar só neste local; pode repetir'),
  placeStation: both(
    'may charge at this station only; may be repeated',
    'pode recarregar só nesta estação; pode repetir',
  ),
  placeEverywhere: both('may charge everywhere', 'pode recarregar em todo lugar'),
  oneAtATime: both(
    'one running session only, over all tokens of a driver',
    'só uma sessão em andamento, por todos os tokens de um motorista',
  ),
  severalAtATime: both('several sessions at a time', 'várias sessões ao mesmo tempo'),
  validFrom: both(
    'valid from this time on, such as 2026-03-01 or 2026-03-01T08:00',
    'vale a partir desta hora, por exemplo 2026-03-01 ou 2026-03-01T08:00',
  ),
  validUntil: both('valid until this time', 'vale até esta hora'),
  ofGroup: both('only those of this group, by its name or id', 'só os deste grupo, pelo nome ou id'),
  inGroup: both('their group, by its name or id', 'o grupo, pelo nome ou id'),
  importDryRun: both('only say whether it can be taken', 'só diz se pode ser aceito'),
  knownToken: both(
    'the token: its number, its id such as tok_…, or - to type it unseen by the shell',
    'o token: o número, o id como tok_…, ou - para digitar sem que o shell guarde',
  ),
  atStation: both('only at this station', 'só nesta estação'),
  sessionFormat: both('csv for spreadsheets, jsonl for programs', 'csv para planilhas, jsonl para programas'),
  sessionOut: both('the file to write; without it: the output', 'o arquivo a gravar; sem isto: a saída'),
  sessionJson: both('the same as --format jsonl', 'o mesmo que --format jsonl'),
  listOrder: both('order of the list', 'ordem da lista'),
  why: both('why it is asked; kept with the command', 'por que se pede; fica guardado com o comando'),
  wait: both(
    'wait this long for what follows, such as the restart after a reset',
    'espera tanto tempo pelo que se segue, por exemplo o reinício depois de um reset (segundos)',
  ),
  connector: both(
    'number of the EVSE, such as 2, or 2.3 for its third connector',
    'número do EVSE, por exemplo 2, ou 2.3 para o terceiro conector dele',
  ),
  unasked: both('do not ask', 'não pergunta'),
  onlySite: both('only this site', 'só este local'),
  onlyStation: both('only this station', 'só esta estação'),
  stationId: both('id of the station', 'nome da estação'),
};
