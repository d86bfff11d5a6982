import type { ListBecause, ListMode, ListState, LocalList } from '#contract/access/local-list.ts';
import type { RefusalReason } from '#contract/access/token.ts';
import type { CheckName } from '#contract/access/token-try.ts';
import { both, type Spoken, sentence } from './spoken.ts';

/** What is said about whether a token may charge: by us, and by the local lists of stations. */
export const decisions = {
  refusal: {
    none: both('Nobody was refused.', 'Ninguém foi recusado.'),
    reasons: {
      'unknown-token': both('unknown token', 'token desconhecido'),
      'other-type': both('token of another type', 'token de outro tipo'),
      blocked: both('token blocked', 'token bloqueado'),
      'not-yet-valid': both('token not valid yet', 'token ainda não vale'),
      expired: both('token expired', 'token vencido'),
      'driver-blocked': both('driver blocked', 'motorista bloqueado'),
      'group-blocked': both('group blocked', 'grupo bloqueado'),
      'group-not-valid': both('group not valid then', 'grupo não valia naquele momento'),
      'no-credit': both('no credit', 'sem crédito'),
      'certificate-invalid': both('certificate not valid', 'certificado inválido'),
      'master-pass-begins-nothing': both('master pass begins no session', 'passe mestre não inicia sessão'),
      'not-at-this-place': both('not allowed at this place', 'não permitido neste lugar'),
      'not-admitted-here': both('not admitted here', 'não admitido aqui'),
      'site-closed': both('site closed', 'local fechado'),
      'already-charging': both('already charging', 'já está recarregando'),
    } satisfies Record<RefusalReason, Spoken<string>>,
    advice: {
      'unknown-token': both(
        'Nobody entered this token. Add it: sigec token add -',
        'Ninguém cadastrou este token. Cadastre-o: sigec token add -',
      ),
      'other-type': both(
        'The token is known, but as another kind, such as typed in instead of held to the reader.',
        'O token é conhecido, mas como outro tipo, por exemplo digitado em vez de aproximado do leitor.',
      ),
      blocked: both(
        'Somebody blocked this token. Unblock it: sigec token unblock',
        'Alguém bloqueou este token. Desbloqueie-o: sigec token unblock',
      ),
      'not-yet-valid': both(
        'The token is valid later. Change when: sigec token change --from',
        'O token passa a valer mais tarde. Mude quando: sigec token change --from',
      ),
      expired: both(
        'The time of the token is over. Give it a later end: sigec token change --until',
        'O prazo do token acabou. Dê um fim posterior: sigec token change --until',
      ),
      'driver-blocked': both(
        'The driver is blocked, and with them all their tokens. Unblock them: sigec driver unblock',
        'O motorista está bloqueado, com todos os seus tokens. Desbloqueie-o: sigec driver unblock',
      ),
      'group-blocked': both(
        'The whole group is blocked. Unblock it: sigec group unblock',
        'O grupo inteiro está bloqueado. Desbloqueie-o: sigec group unblock',
      ),
      'group-not-valid': both(
        'The group is not valid at that time. Change when: sigec group change',
        'O grupo não vale nesse momento. Mude quando: sigec group change',
      ),
      'no-credit': both(
        'Nothing is left on the prepaid token. Add some: sigec token change --credit',
        'O token pré-pago acabou. Acrescente crédito: sigec token change --credit',
      ),
      'certificate-invalid': both(
        'The contract certificate of the vehicle does not stand; it needs a new one.',
        'O certificado de contrato do veículo não vale; ele precisa de um novo.',
      ),
      'master-pass-begins-nothing': both(
        'This token ends the sessions of others and begins none; charge with another one.',
        'Este token encerra sessões de outros e não inicia nenhuma; use outro.',
      ),
      'not-at-this-place': both(
        'The driver or their group may charge at certain places only, and this is none of them.',
        'O motorista ou seu grupo só pode recarregar em certos lugares, e este não é um deles.',
      ),
      'not-admitted-here': both(
        'This place admits certain groups only, and the token is of none of them.',
        'Este lugar só admite certos grupos, e o token não é de nenhum deles.',
      ),
      'site-closed': both(
        'The site lets nobody begin outside its opening hours.',
        'O local não deixa ninguém começar fora do horário de funcionamento.',
      ),
      'already-charging': both(
        'The driver may have one session at a time, and another one runs.',
        'A pessoa pode ter uma sessão de cada vez, e outra está em andamento.',
      ),
    } satisfies Record<RefusalReason, Spoken<string>>,
    facts: {
      siteName: sentence('site: {value}', 'local: {value}'),
      groupId: sentence('group: {value}', 'grupo: {value}'),
      noGroup: both('in no group', 'em nenhum grupo'),
      driverId: sentence('driver: {value}', 'motorista: {value}'),
      validFrom: sentence('valid from {value}', 'vale a partir de {value}'),
      expiresAt: sentence('until {value}', 'até {value}'),
      startedAt: sentence('since {value}', 'desde {value}'),
      happenedAt: sentence('happened {value}', 'aconteceu em {value}'),
      stationId: sentence('at {value}', 'em {value}'),
      sessionId: sentence('session {value}', 'sessão {value}'),
      known: sentence('entered as: {value}', 'cadastrado como: {value}'),
      presented: sentence('shown as: {value}', 'apresentado como: {value}'),
      credit: sentence('credit: {value}', 'crédito: {value}'),
      localTime: sentence('there it is {value}', 'lá são {value}'),
      places: sentence('allowed: {value}', 'permitido: {value}'),
      admits: sentence('admitted: {value}', 'admitidos: {value}'),
      openingHours: sentence('open: {value}', 'aberto: {value}'),
    },
  },

  try: {
    accepted: both('may charge', 'pode recarregar'),
    refused: sentence('would be refused: {reason}', 'seria recusado: {reason}'),
    heading: sentence('{token} at {station}', '{token} em {station}'),
    atSite: sentence('{station} ({site})', '{station} ({site})'),
    unknownToken: both('an unknown token', 'um token desconhecido'),
    token: sentence('token {label}', 'token {label}'),
    checks: {
      known: both('the token is known', 'o token é conhecido'),
      type: both('it is of the type it was entered with', 'é do tipo com que foi cadastrado'),
      'token-blocked': both('the token is not blocked', 'o token não está bloqueado'),
      'token-valid': both('the token is valid at that time', 'o token vale nesse momento'),
      'driver-blocked': both('the driver is not blocked', 'o motorista não está bloqueado'),
      'group-blocked': both('the group is not blocked', 'o grupo não está bloqueado'),
      'group-valid': both('the group is valid at that time', 'o grupo vale nesse momento'),
      credit: both('there is credit', 'há crédito'),
      'master-pass': both('it is a token that begins sessions', 'é um token que inicia sessões'),
      'group-place': both('it may charge at this place', 'pode recarregar neste lugar'),
      'station-admits': both('this place admits it', 'este lugar o admite'),
      'opening-hours': both('the site is open', 'o local está aberto'),
      'one-at-a-time': both('no other session of the driver runs', 'nenhuma outra sessão da pessoa está em andamento'),
    } satisfies Record<CheckName, Spoken<string>>,
    notAsked: both('not asked any more', 'não se pergunta mais'),
    noRule: both('no such rule here', 'não há esta regra aqui'),
    tariff: both('Price', 'Preço'),
    tariffIs: sentence('tariff {tariff}, version {version}', 'tarifa {tariff}, versão {version}'),
    noTariff: both(
      'none holds here for this token: the session would be free',
      'nenhuma tarifa vale aqui para este token: a sessão seria grátis',
    ),
    offline: both('Station offline', 'Estação offline'),
    offlineAccepts: both('it would accept', 'aceitaria'),
    offlineRefuses: both('it would refuse', 'recusaria'),
    offlineUnknown: both('nobody can tell', 'não há como saber'),
    listed: both('the token is in its own list', 'o token está na lista dela'),
    listedAsRefused: both(
      'the token is in its own list, as not allowed',
      'o token está na lista dela, como não permitido',
    ),
    notListed: both('the token is not in its own list', 'o token não está na lista dela'),
  },

  localList: {
    entries: {
      held: both('held', 'presente'),
      missing: both('missing', 'falta'),
      outdated: both('outdated', 'desatualizado'),
      surplus: both('to be taken out', 'a retirar'),
      'too-long': both('too long for its OCPP', 'longo demais para o OCPP dela'),
      'no-room': both('no room', 'sem espaço'),
    } satisfies Record<LocalList['entries'][number]['state'], Spoken<string>>,
    none: both('No station has a list yet.', 'Nenhuma estação tem lista ainda.'),
    states: {
      'in-sync': both('in sync', 'sincronizada'),
      pending: both('pending', 'pendente'),
      refused: both('refused', 'recusada'),
      'version-mismatch': both('version mismatch', 'versão divergente'),
      unsupported: both('keeps no list', 'não guarda lista'),
      off: both('left alone', 'deixada como está'),
      manual: both(
        'kept by hand, since somebody sent it a list of their own',
        'mantida à mão, pois alguém enviou uma lista própria',
      ),
    } satisfies Record<ListState, Spoken<string>>,
    because: {
      'not-yet': both('not told yet', 'ainda não informada'),
      offline: both('the station is offline', 'a estação está offline'),
      'tokens-changed': both('tokens have changed', 'tokens mudaram'),
      'no-answer': both('it did not answer', 'ela não respondeu'),
      'not-sent': both('it could not be sent', 'não pôde ser enviada'),
      failed: both('it failed', 'falhou'),
      'says-none': both('it says that it has none', 'ela diz que não tem'),
      'not-implemented': both('it does not know the message', 'ela não conhece a mensagem'),
      'not-offered': both('its device model has none', 'o modelo dela não tem'),
      disabled: both('it is switched off at the station', 'está desligada na estação'),
    } satisfies Record<ListBecause, Spoken<string>>,
    modes: {
      auto: both('by who may charge there', 'por quem pode recarregar ali'),
      pinned: both('by named tokens', 'por tokens escolhidos'),
      off: both('not at all', 'de modo nenhum'),
      manual: both('by hand', 'à mão'),
    } satisfies Record<ListMode, Spoken<string>>,
    tooLong: sentence('{count} too long', '{count} longos demais'),
    noRoom: sentence('{count} without room', '{count} sem espaço'),
    isOff: sentence(
      'The list of {station} is left alone; --mode auto keeps it in sync again.',
      'A lista de {station} é deixada como está; --mode auto a mantém em dia de novo.',
    ),
  },
};
