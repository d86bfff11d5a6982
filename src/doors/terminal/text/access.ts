import type { TokenType } from '#contract/access/token.ts';
import type { OfflinePolicy } from '#contract/stations/site.ts';
import { both, type Spoken, sentence } from './spoken.ts';

/** What is said about sites, groups, drivers and tokens. */
export const access = {
  input: {
    token: both('Token: ', 'Token: '),
    nothingTyped: both('Nothing was given.', 'Nada foi dado.'),
    cannotRead: sentence('{file} cannot be read: {reason}.', '{file} não pode ser lido: {reason}.'),
    nothingToChange: both(
      'Nothing to change was given; --help shows what can be.',
      'Nada a alterar foi dado; --help mostra o que pode ser.',
    ),
    ambiguous: sentence(
      'Several are called "{name}": {ids}. Give the id.',
      'Vários se chamam "{name}": {ids}. Dê o id.',
    ),
    ambiguousId: sentence(
      'Several ids begin or end with "{given}": {ids}. Write more of it.',
      'Vários ids começam ou terminam com "{given}": {ids}. Escreva mais dele.',
    ),
    noSuchId: sentence(
      'No id begins or ends with "{given}"; the newest {count} were looked at. Write the whole id for an older one.',
      'Nenhum id começa ou termina com "{given}"; os {count} mais novos foram vistos. Escreva o id inteiro de um mais antigo.',
    ),
    noGroup: sentence(
      'There is no group "{name}". "sigec group list" shows them.',
      'Não há grupo "{name}". "sigec group list" mostra os que há.',
    ),
    noDriver: sentence(
      'There is no driver "{name}". "sigec driver list" shows them.',
      'Não há motorista "{name}". "sigec driver list" mostra os que há.',
    ),
    onePlace: both(
      'Give either --everywhere, or the sites and stations.',
      'Dê ou --everywhere, ou os locais e estações.',
    ),
    hours: both('hours such as "mon-fri 06:00-22:00", or always', 'horários como "mon-fri 06:00-22:00", ou always'),
    number: both('a number such as -8.05', 'um número como -8.05'),
    amount: both('an amount such as 12.50', 'um valor como 12,50'),
    both: both('A position needs both --latitude and --longitude.', 'Uma posição precisa de --latitude e --longitude.'),
  },
  day: {
    mon: both('Mon', 'seg'),
    tue: both('Tue', 'ter'),
    wed: both('Wed', 'qua'),
    thu: both('Thu', 'qui'),
    fri: both('Fri', 'sex'),
    sat: both('Sat', 'sáb'),
    sun: both('Sun', 'dom'),
    holiday: both('holidays', 'feriados'),
  },

  site: {
    none: both('There is no site yet; "sigec site add" makes one.', 'Não há local ainda; "sigec site add" cria um.'),
    alwaysOpen: both('always', 'sempre'),
    neverOpen: both('never', 'nunca'),
    closed: both('nobody may begin', 'ninguém pode começar'),
    notClosed: both('one may still charge', 'ainda se pode recarregar'),
    everyone: both('everyone', 'todos'),
    asSite: both('as the site', 'como o local'),
    offline: {
      'known-only': both('tokens they know', 'tokens que conhecem'),
      'accept-unknown': both('any token', 'qualquer token'),
      nobody: both('nobody', 'ninguém'),
    } satisfies Record<OfflinePolicy, Spoken<string>>,
    asIs: both('as each is set', 'como cada uma está configurada'),
    nothingHere: both(
      'Nothing stands there yet; "sigec site place" puts a station there.',
      'Nada está ali ainda; "sigec site place" põe uma estação ali.',
    ),
    added: sentence(
      'Site {id} was made. Put stations there: sigec site place STATION {id}',
      'O local {id} foi criado. Ponha estações nele: sigec site place ESTAÇÃO {id}',
    ),
    changed: sentence('Site {id} was changed.', 'O local {id} foi alterado.'),
    removed: sentence(
      'Site {id} was removed. What was charged there stays in the reports.',
      'O local {id} foi removido. O que foi recarregado ali fica nos relatórios.',
    ),
    placed: sentence('{what} stands at {site}.', '{what} está em {site}.'),
    taken: sentence('{what} stands at {site} no more.', '{what} não está mais em {site}.'),
    standsNowhere: sentence('{what} stands at no site.', '{what} não está em nenhum local.'),
  },

  group: {
    none: both('There is no group yet; "sigec group add" makes one.', 'Não há grupo ainda; "sigec group add" cria um.'),
    everywhere: both('everywhere', 'em todo lugar'),
    nowhere: both('nowhere', 'em lugar nenhum'),
    sites: sentence('at {ids}', 'em {ids}'),
    stations: sentence('at station {ids}', 'na estação {ids}'),
    oneAtATime: both('one session at a time', 'uma sessão de cada vez'),
    severalAtATime: both('several sessions at a time', 'várias sessões ao mesmo tempo'),
    masterPass: both('master pass', 'passe mestre'),
    added: sentence('Group "{name}" was made: {id}', 'O grupo "{name}" foi criado: {id}'),
    changed: sentence('Group "{name}" was changed.', 'O grupo "{name}" foi alterado.'),
    removed: sentence('Group "{name}" was removed.', 'O grupo "{name}" foi removido.'),
  },

  standing: {
    good: both('may charge', 'pode recarregar'),
    blocked: both('blocked', 'bloqueado'),
    expired: both('expired', 'vencido'),
    later: both('not valid yet', 'ainda não vale'),
    forgotten: both('forgotten', 'esquecido'),
  },

  driver: {
    none: both('There is no such driver.', 'Não há motorista assim.'),
    more: sentence(
      'Only the first {limit} are shown; --limit shows more, --search finds one.',
      'Só os primeiros {limit} aparecem; --limit mostra mais, --search acha um.',
    ),
    nameless: both('(forgotten)', '(esquecido)'),
    asGroup: both('as the group', 'como o grupo'),
    added: sentence('{name} was added: {id}', '{name}: cadastro feito, {id}'),
    giveToken: sentence(
      'Give them a token: sigec token add - --driver {id}',
      'Dê um token à pessoa: sigec token add - --driver {id}',
    ),
    changed: sentence('{name} was changed.', '{name}: alterado.'),
    blocked: sentence('{name} is blocked, with all their tokens.', '{name}: bloqueado, com todos os seus tokens.'),
    unblocked: sentence('{name} may charge again.', '{name} pode recarregar de novo.'),
    forgetAsk: sentence(
      'Name, contact and tokens of {name} are destroyed for ever, here and at every station. Nobody can undo it.\nType the name to go on: ',
      'Nome, contato e tokens de {name} são destruídos para sempre, aqui e em cada estação. Ninguém pode desfazer.\nDigite o nome para seguir: ',
    ),
    forgetNeedsYes: both(
      'Nobody can be asked here: give --yes to forget for ever.',
      'Aqui não há a quem perguntar: dê --yes para esquecer para sempre.',
    ),
    forgetRefused: both('That is not the name; nobody was forgotten.', 'Não é esse o nome; ninguém foi esquecido.'),
    forgotten: sentence('{name} is forgotten.', '{name}: esquecido.'),
    forgottenAlready: both('This driver was forgotten already.', 'Este motorista já foi esquecido.'),
    gone: both(
      (counts: { tokens: string; signed: string; sessions: string; stations: string }) =>
        `Tokens taken away: ${counts.tokens}. Signed values made unreadable: ${counts.signed}. Sessions kept without a name: ${counts.sessions}. Stations to be told: ${counts.stations}.`,
      ({ tokens, signed, sessions, stations }) =>
        `Tokens retirados: ${tokens}. Valores assinados que não podem mais ser lidos: ${signed}. Sessões que ficam, sem nome: ${sessions}. Estações a avisar: ${stations}.`,
    ),
  },

  token: {
    none: both('There is no such token.', 'Não há token assim.'),
    more: sentence(
      'Only the first {limit} are shown; --limit shows more.',
      'Só os primeiros {limit} aparecem; --limit mostra mais.',
    ),
    ofDriver: sentence("{group} (the driver's)", '{group} (do motorista)'),
    types: {
      iso14443: both('RFID card', 'cartão RFID'),
      iso15693: both('RFID card (ISO 15693)', 'cartão RFID (ISO 15693)'),
      emaid: both('contract of a vehicle (eMAID)', 'contrato do veículo (eMAID)'),
      'key-code': both('PIN or code', 'PIN ou código'),
      'mac-address': both('vehicle by its MAC address', 'veículo pelo endereço MAC'),
      central: both('app or this system', 'aplicativo ou este sistema'),
      local: both('made by the station', 'criado pela estação'),
      'direct-payment': both('payment card at the station', 'cartão de pagamento na estação'),
      evccid: both('vehicle by its EVCCID', 'veículo pelo EVCCID'),
      vin: both('vehicle by its VIN', 'veículo pelo VIN'),
    } satisfies Record<TokenType, Spoken<string>>,
    added: sentence('The token {label} may charge: {id}', 'O token {label} pode recarregar: {id}'),
    made: both('Its value, shown this once:', 'O valor dele, mostrado só desta vez:'),
    changed: sentence('The token {label} was changed.', 'O token {label} foi alterado.'),
    blocked: sentence('The token {label} is refused from now on.', 'O token {label} é recusado a partir de agora.'),
    unblocked: sentence('The token {label} may charge again.', 'O token {label} pode recarregar de novo.'),
    removed: sentence(
      'The token {label} is forgotten; its sessions stay.',
      'O token {label} foi esquecido; as sessões dele ficam.',
    ),
    importing: sentence('Reading {rows} rows …', 'Lendo {rows} linhas …'),
    imported: sentence('Rows taken: {rows}.', 'Linhas aceitas: {rows}.'),
    wouldImport: sentence(
      'All rows can be taken: {rows}. Nothing was written.',
      'Todas as linhas podem ser aceitas: {rows}. Nada foi gravado.',
    ),
    counts: both(
      (counts: { driversAdded: string; driversChanged: string; tokensAdded: string; tokensChanged: string }) =>
        `Drivers: ${counts.driversAdded} new, ${counts.driversChanged} changed. Tokens: ${counts.tokensAdded} new, ${counts.tokensChanged} changed.`,
      ({ driversAdded, driversChanged, tokensAdded, tokensChanged }) =>
        `Motoristas: ${driversAdded} novos, ${driversChanged} alterados. Tokens: ${tokensAdded} novos, ${tokensChanged} alterados.`,
    ),
    notImported: sentence('Nothing was imported; {count} problems:', 'Nada foi importado; {count} problemas:'),
    oneProblem: both('Nothing was imported; one problem:', 'Nada foi importado; um problema:'),
  },
};
