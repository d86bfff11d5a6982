/** Why a token may not begin a session, and what would have to change. */
export const refusalWords = {
  'start-refused': {
    en: 'Nothing was sent to station {stationId}. {why}',
    'pt-BR': 'Nada foi enviado à estação {stationId}. {why}',
  },
  'start-token-unknown': {
    en: 'This token is not known here, so nothing was sent: the station would be told to refuse it. Add it first, at /api/tokens or with sigec token add.',
    'pt-BR':
      'Este cartão não é conhecido aqui, então nada foi enviado: a estação receberia a ordem de recusá-lo. Cadastre-o primeiro, no console ou com sigec token add.',
  },
  'refused-unknown-token': {
    en: 'Nobody entered this token; add it first.',
    'pt-BR': 'Ninguém cadastrou este cartão; cadastre-o primeiro.',
  },
  'refused-other-type': {
    en: 'The token is known as {known}; show it as that.',
    'pt-BR': 'O cartão é conhecido como {known}; apresente-o assim.',
  },
  'another-kind': { en: 'another kind', 'pt-BR': 'outro tipo' },
  'refused-blocked': {
    en: 'The token is blocked; unblock it, or use another one.',
    'pt-BR': 'O cartão está bloqueado; desbloqueie-o, ou use outro.',
  },
  'refused-not-yet-valid': {
    en: 'The token is valid from {validFrom} on; wait, or change that date.',
    'pt-BR': 'O cartão vale a partir de {validFrom}; espere, ou mude essa data.',
  },
  'a-later-time': { en: 'later', 'pt-BR': 'mais tarde' },
  'refused-expired': {
    en: 'The token was valid until {expiresAt}; extend it, or use another one.',
    'pt-BR': 'O cartão valeu até {expiresAt}; prorrogue-o, ou use outro.',
  },
  'an-earlier-time': { en: 'earlier', 'pt-BR': 'antes' },
  'refused-driver-blocked': {
    en: 'Its driver {driverId} is blocked; unblock them first.',
    'pt-BR': 'O motorista {driverId} está bloqueado; desbloqueie-o primeiro.',
  },
  'refused-group-blocked': {
    en: 'Its group {groupId} is blocked; unblock it, or give the token another one.',
    'pt-BR': 'O grupo {groupId} está bloqueado; desbloqueie-o, ou dê outro grupo ao cartão.',
  },
  'refused-group-not-valid': {
    en: "Its group {groupId} is not valid at this time; change the group's dates.",
    'pt-BR': 'O grupo {groupId} não vale neste momento; mude as datas do grupo.',
  },
  'refused-no-credit': {
    en: 'The credit of the token is {credit}; add some.',
    'pt-BR': 'O crédito do cartão está em {credit}; acrescente mais.',
  },
  'refused-credit-used-up': {
    en: 'The credit of the token is used up; add some.',
    'pt-BR': 'O crédito do cartão acabou; acrescente mais.',
  },
  'refused-certificate-invalid': {
    en: 'The contract certificate of the vehicle does not stand: {why}.',
    'pt-BR': 'O certificado de contrato do veículo não vale: {why}.',
  },
  'needs-a-new-one': { en: 'it needs a new one', 'pt-BR': 'é preciso um novo' },
  'refused-master-pass-begins-nothing': {
    en: 'The token is a master pass: it ends sessions and begins none; use another one.',
    'pt-BR': 'O cartão é um passe mestre: encerra sessões e não inicia nenhuma; use outro.',
  },
  'refused-driver-not-here': {
    en: 'Its driver may not charge {place}; add the site or the station to its places.',
    'pt-BR': 'O motorista dele não pode carregar {place}; acrescente o local ou a estação aos lugares permitidos.',
  },
  'refused-group-not-here': {
    en: 'Its group may not charge {place}; add the site or the station to its places.',
    'pt-BR': 'O grupo dele não pode carregar {place}; acrescente o local ou a estação aos lugares permitidos.',
  },
  'refused-not-admitted-here': {
    en: 'Only certain groups are admitted {place}; give the token one of them, or admit its group.',
    'pt-BR': 'Só certos grupos são admitidos {place}; dê um deles ao cartão, ou admita o grupo dele.',
  },
  'at-site': { en: 'at site {siteId}', 'pt-BR': 'no local {siteId}' },
  'at-no-site': {
    en: 'at this station, which stands at no site',
    'pt-BR': 'nesta estação, que não fica em nenhum local',
  },
  'refused-site-closed': {
    en: 'Site {siteId} is closed: there it is {localTime}; try again when it is open.',
    'pt-BR': 'O local {siteId} está fechado: lá são {localTime}; tente de novo quando abrir.',
  },
  'past-its-hours': { en: 'past its hours', 'pt-BR': 'horas fora do expediente' },
  'refused-already-charging': {
    en: 'Its driver may have one session at a time and has one at station {stationId}; end {session} first.',
    'pt-BR':
      'O motorista pode ter uma sessão de cada vez e já tem uma na estação {stationId}; encerre {session} primeiro.',
  },
  'another-station': { en: 'another one', 'pt-BR': 'outra' },
  'that-session': { en: 'session {sessionId}', 'pt-BR': 'a sessão {sessionId}' },
  'that-one': { en: 'that one', 'pt-BR': 'essa' },
} as const;
