import { both, sentence } from './spoken.ts';

/** What is said about stations and events. */
export const stations = {
  station: {
    none: both('No station fits.', 'Nenhuma estação encontrada.'),
    shown: both(
      (shown: number) => (shown === 1 ? '1 station' : `${shown} stations`),
      (shown) => (shown === 1 ? '1 estação' : `${shown} estações`),
    ),
    state: {
      online: both('online', 'online'),
      offline: both('offline', 'offline'),
      pending: both('pending', 'pendente'),
    },
    onlineFor: sentence('online for {time}', 'online há {time}'),
    onlineSince: sentence('online for {time}, since {at}', 'online há {time}, desde {at}'),
    offlineReason: {
      'never-connected': both('never connected', 'nunca conectou'),
      'closed-by-station': both('closed by the station', 'encerrada pela estação'),
      'no-answer': both('no answer', 'sem resposta'),
      replaced: both('replaced by a newer connection', 'trocada por uma conexão mais nova'),
      'refused-input': both('closed by us: unreadable messages', 'encerrada por nós: mensagens ilegíveis'),
      'over-budget': both('closed by us: far too many messages', 'encerrada por nós: mensagens demais'),
      'database-away': both('closed by us: the database was away', 'encerrada por nós: banco de dados fora'),
      'server-stopped': both('the server was stopped', 'o servidor foi parado'),
      rejected: both('it was rejected', 'foi rejeitada'),
      'exemption-ended': both('its exemption from a password ended', 'a isenção de senha dela acabou'),
      'certificate-revoked': both('its certificate was revoked', 'o certificado dela foi revogado'),
    },
    pendingReason: {
      'unknown-station': both('not known here yet', 'ainda desconhecida aqui'),
      'no-password': both('came without its password', 'veio sem a senha'),
      'wrong-password': both('came with a wrong password', 'veio com a senha errada'),
      'wrong-certificate': both(
        'came with a certificate that is not its own',
        'veio com um certificado que não é o seu',
      ),
      'profile-too-low': both(
        'came by a lower security profile than it has to use',
        'veio com um perfil de segurança abaixo do que deve usar',
      ),
      'no-common-version': both('speaks no OCPP version we know', 'não fala nenhuma versão OCPP que conhecemos'),
      'no-station-id': both(
        'was set up without an id: its address must end with /ID',
        'foi configurada sem identificação: o endereço deve terminar com /ID',
      ),
      rejected: both('was rejected', 'foi rejeitada'),
    },
    status: {
      available: both('available', 'disponível'),
      occupied: both('occupied', 'ocupado'),
      reserved: both('reserved', 'reservado'),
      unavailable: both('unavailable', 'indisponível'),
      faulted: both('faulted', 'com falha'),
    },
    activity: {
      preparing: both('preparing', 'preparando'),
      charging: both('charging', 'carregando'),
      'suspended-by-station': both('paused by the station', 'pausado pela estação'),
      'suspended-by-vehicle': both('paused by the vehicle', 'pausado pelo veículo'),
      finishing: both('finishing', 'terminando'),
    },
    contest: both(
      (kept: string, refused: string, tries: number) =>
        `the connection from ${kept} is kept, ${tries === 1 ? 'one' : tries} from ${refused} refused`,
      (kept, refused, tries) => `a conexão de ${kept} é mantida, ${tries} de ${refused} recusada(s)`,
    ),
    frozenUntil: sentence('commands wait until {time}', 'os comandos esperam até {time}'),
    hasPassword: {
      true: both('set', 'definida'),
      false: both('none', 'nenhuma'),
    },
    exempt: sentence(
      'not needed from {network} until {until}, granted by {who}: {why}',
      'dispensada a partir de {network} até {until}, por {who}: {why}',
    ),
    exempted: sentence(
      '{id} may connect without a password from {network} until {until}. Whoever knows its id could speak for it from there.',
      '{id} pode se conectar sem senha a partir de {network} até {until}. Quem souber o nome dela poderia falar por ela dali.',
    ),
    exemptionEnded: sentence('{id} needs its password again.', '{id} precisa da senha de novo.'),
    by: sentence('by {who}', 'por {who}'),
    unknown: both('not reported', 'não informado'),
    notAccepted: both('not yet', 'ainda não'),
    noConnectors: both('none reported yet', 'nenhum informado ainda'),
    connector: sentence('connector {number}', 'conector {number}'),
    wholeStation: both('whole station', 'estação inteira'),
    accepted: sentence('{id} is accepted.', '{id} foi aceita.'),
    rejected: sentence('{id} is rejected until it is accepted again.', '{id} é recusada até ser aceita de novo.'),
    password: both(
      'Its password, shown this once; type it into the station:',
      'A senha dela, que só aparece desta vez; digite-a na estação:',
    ),
    noPassword: both('It needs no password.', 'Ela não precisa de senha.'),
  },

  event: {
    none: both('Nothing happened in that time.', 'Nada aconteceu nesse tempo.'),
    noSuch: sentence('There is no event {id} that you may see.', 'Não há evento {id} que você possa ver.'),
    moreBefore: sentence(
      'Only the last {limit} are shown; --limit shows more.',
      'Só os últimos {limit} aparecem; --limit mostra mais.',
    ),
    following: both('Waiting for events; Ctrl+C ends it.', 'Esperando eventos; Ctrl+C encerra.'),
    lost: both('The connection was lost; trying again …', 'A conexão caiu; tentando de novo …'),
    back: both('Connected again.', 'Conectado de novo.'),
    happened: sentence('(happened {time})', '(aconteceu {time})'),
    remoteStart: both('remotely', 'remotamente'),
  },
};
