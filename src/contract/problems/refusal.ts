/** Why a token may not begin a session, and what would have to change. */
export const refusalWords = {
  'start-refused': ['Nothing was sent to station {stationId}. {why}', 'Nada foi enviado à estação {stationId}. {why}'],
  'start-token-unknown': [
    'This token is not known here, so nothing was sent: the station would be told to refuse it. Add it first, at /api/tokens or with sigec token add.',
    'Este cartão não é conhecido aqui, então nada foi enviado: a estação receberia a ordem de recusá-lo. Cadastre-o primeiro, no console ou com sigec token add.',
  ],
  'refused-unknown-token': [
    'Nobody entered this token; add it first.',
    'Ninguém cadastrou este cartão; cadastre-o primeiro.',
  ],
  'refused-other-type': [
    'The token is known as {known}; show it as that.',
    'O cartão é conhecido como {known}; apresente-o assim.',
  ],
  'another-kind': ['another kind', 'outro tipo'],
  'refused-blocked': [
    'The token is blocked; unblock it, or use another one.',
    'O cartão está bloqueado; desbloqueie-o, ou use outro.',
  ],
  'refused-not-yet-valid': [
    'The token is valid from {validFrom} on; wait, or change that date.',
    'O cartão vale a partir de {validFrom}; espere, ou mude essa data.',
  ],
  'a-later-time': ['later', 'mais tarde'],
  'refused-expired': [
    'The token was valid until {expiresAt}; extend it, or use another one.',
    'O cartão valeu até {expiresAt}; prorrogue-o, ou use outro.',
  ],
  'an-earlier-time': ['earlier', 'antes'],
  'refused-driver-blocked': [
    'Its driver {driverId} is blocked; unblock them first.',
    'O motorista {driverId} está bloqueado; desbloqueie-o primeiro.',
  ],
  'refused-group-blocked': [
    'Its group {groupId} is blocked; unblock it, or give the token another one.',
    'O grupo {groupId} está bloqueado; desbloqueie-o, ou dê outro grupo ao cartão.',
  ],
  'refused-group-not-valid': [
    "Its group {groupId} is not valid at this time; change the group's dates.",
    'O grupo {groupId} não vale neste momento; mude as datas do grupo.',
  ],
  'refused-no-credit': [
    'The credit of the token is {credit}; add some.',
    'O crédito do cartão está em {credit}; acrescente mais.',
  ],
  'refused-credit-used-up': [
    'The credit of the token is used up; add some.',
    'O crédito do cartão acabou; acrescente mais.',
  ],
  'refused-certificate-invalid': [
    'The contract certificate of the vehicle does not stand: {why}.',
    'O certificado de contrato do veículo não vale: {why}.',
  ],
  'needs-a-new-one': ['it needs a new one', 'é preciso um novo'],
  'refused-master-pass-begins-nothing': [
    'The token is a master pass: it ends sessions and begins none; use another one.',
    'O cartão é um passe mestre: encerra sessões e não inicia nenhuma; use outro.',
  ],
  'refused-driver-not-here': [
    'Its driver may not charge {place}; add the site or the station to its places.',
    'O motorista dele não pode carregar {place}; acrescente o local ou a estação aos lugares permitidos.',
  ],
  'refused-group-not-here': [
    'Its group may not charge {place}; add the site or the station to its places.',
    'O grupo dele não pode carregar {place}; acrescente o local ou a estação aos lugares permitidos.',
  ],
  'refused-not-admitted-here': [
    'Only certain groups are admitted {place}; give the token one of them, or admit its group.',
    'Só certos grupos são admitidos {place}; dê um deles ao cartão, ou admita o grupo dele.',
  ],
  'at-site': ['at site {siteId}', 'no local {siteId}'],
  'at-no-site': ['at this station, which stands at no site', 'nesta estação, que não fica em nenhum local'],
  'refused-site-closed': [
    'Site {siteId} is closed: there it is {localTime}; try again when it is open.',
    'O local {siteId} está fechado: lá são {localTime}; tente de novo quando abrir.',
  ],
  'past-its-hours': ['past its hours', 'horas fora do expediente'],
  'refused-already-charging': [
    'Its driver may have one session at a time and has one at station {stationId}; end {session} first.',
    'O motorista pode ter uma sessão de cada vez e já tem uma na estação {stationId}; encerre {session} primeiro.',
  ],
  'another-station': ['another one', 'outra'],
  'that-session': ['session {sessionId}', 'a sessão {sessionId}'],
  'that-one': ['that one', 'essa'],
} as const;
