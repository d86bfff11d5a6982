/** Why a driver, token, group, site or assignment cannot be as it was asked for. */
export const accessWords = {
  'agent-changes-nothing': {
    en: 'A key of kind agent changes nothing here; it proposes through the tools at the MCP address, and a person approves.',
    'pt-BR':
      'Uma chave de agente não altera nada aqui; ela propõe pelas ferramentas no endereço MCP, e uma pessoa aprova.',
  },
  'needs-key': {
    en: 'This needs a key of role {role}: sign in to the console, or send the header Authorization: Bearer <key>.',
    'pt-BR':
      'Isto exige uma chave com o papel {role}: entre no console, ou envie o cabeçalho Authorization: Bearer <key>.',
  },
  'needs-key-or-above': {
    en: 'This needs a key of role {role} or above: sign in to the console, or send the header Authorization: Bearer <key>.',
    'pt-BR':
      'Isto exige uma chave com o papel {role} ou superior: entre no console, ou envie o cabeçalho Authorization: Bearer <key>.',
  },
  'needs-role': {
    en: 'This needs the role {role}, and the key {keyId} is {has}; ask an administrator for another key.',
    'pt-BR': 'Isto exige o papel {role}, e a chave {keyId} é {has}; peça outra chave a um administrador.',
  },
  'needs-scope': {
    en: 'This needs the scope {scope}, which the key {keyId} lacks; ask an administrator for another key.',
    'pt-BR': 'Isto exige o escopo {scope}, que a chave {keyId} não tem; peça outra chave a um administrador.',
  },
  'no-token-of-value': {
    en: 'No token of this value is known here.',
    'pt-BR': 'Nenhum cartão com este número é conhecido aqui.',
  },
  'token-known': {
    en: 'This token is known already as {tokenId}; change that one.',
    'pt-BR': 'Este cartão já é conhecido como {tokenId}; altere esse.',
  },
  'token-is-group': {
    en: 'This value stands for a group already ({groupId}); a token needs one of its own.',
    'pt-BR': 'Este número já representa um grupo ({groupId}); um cartão precisa de um só seu.',
  },
  'token-overtaken': {
    en: 'This token was entered already, as {tokenId}, or its driver was forgotten; look again.',
    'pt-BR': 'Este cartão já foi cadastrado, como {tokenId}, ou seu motorista foi esquecido; confira de novo.',
  },
  'group-known': {
    en: 'This group is known already as {groupId}.',
    'pt-BR': 'Este grupo já é conhecido como {groupId}.',
  },
  'group-is-token': {
    en: 'This value is a token already ({tokenId}); a group needs one of its own.',
    'pt-BR': 'Este número já é de um cartão ({tokenId}); um grupo precisa de um só seu.',
  },
  'ends-before-it-begins': {
    en: 'expiresAt must be later than validFrom.',
    'pt-BR': 'O fim (expiresAt) deve ser depois do início (validFrom).',
  },
  'no-group': {
    en: 'There is no group {groupId}; list them at /api/groups.',
    'pt-BR': 'Não há grupo {groupId}; veja a lista de grupos.',
  },
  'no-driver': {
    en: 'There is no driver {driverId}; list them at /api/drivers.',
    'pt-BR': 'Não há motorista {driverId}; veja a lista de motoristas.',
  },
  'no-site': {
    en: 'There is no site {siteId}; list them at /api/sites.',
    'pt-BR': 'Não há local {siteId}; veja a lista de locais.',
  },
  'no-station': {
    en: 'There is no station {stationId}; list them at /api/stations.',
    'pt-BR': 'Não há estação {stationId}; veja a lista de estações.',
  },
  'station-not-known': {
    en: 'There is no station "{stationId}". List the stations to see which there are; a pending one has to be accepted first.',
    'pt-BR': 'Não há estação "{stationId}". Veja a lista de estações; uma pendente precisa ser aceita primeiro.',
  },
  'station-did-you-mean': {
    en: 'There is no station "{stationId}". Did you mean {stations}?',
    'pt-BR': 'Não há estação "{stationId}". Você quis dizer {stations}?',
  },
  'email-taken': {
    en: 'The driver {driverId} has this e-mail address already; change that one.',
    'pt-BR': 'O motorista {driverId} já tem este endereço de e-mail; altere esse.',
  },
  'email-taken-meanwhile': {
    en: 'Another driver has this e-mail address already; change that one.',
    'pt-BR': 'Outro motorista já tem este endereço de e-mail; altere esse.',
  },
  'driver-forgotten': {
    en: 'The driver {driverId} was forgotten; add them anew.',
    'pt-BR': 'O motorista {driverId} foi esquecido; cadastre-o de novo.',
  },
  'driver-forgotten-on': {
    en: 'The driver {driverId} was forgotten on {at}.',
    'pt-BR': 'O motorista {driverId} foi esquecido em {at}.',
  },
  'driver-charging': {
    en: 'The driver {driverId} is charging ({sessions}); wait for the end, or stop it, and forget them then.',
    'pt-BR': 'O motorista {driverId} está carregando ({sessions}); espere o fim, ou pare a sessão, e esqueça-o depois.',
  },
  'driver-of-token-forgotten': {
    en: 'The driver of token {tokenId} was forgotten already; choose another one.',
    'pt-BR': 'O motorista do cartão {tokenId} já foi esquecido; escolha outro.',
  },
  'driver-after-gone': {
    en: 'The driver after whom the list goes on is gone; begin it again.',
    'pt-BR': 'O motorista depois do qual a lista continua não existe mais; comece-a de novo.',
  },
  'driver-gets-tokens': {
    en: 'Tokens are being added to the driver {driverId}; forget them after that.',
    'pt-BR': 'Cartões estão sendo acrescentados ao motorista {driverId}; esqueça-o depois disso.',
  },
  'group-used': {
    en: 'The group {name} is still used: {uses}. Change these first.',
    'pt-BR': 'O grupo {name} ainda é usado: {uses}. Altere isso primeiro.',
  },
  'used-by-tokens': { en: '{tokens} tokens are of it', 'pt-BR': 'cartões dele: {tokens}' },
  'used-by-drivers': { en: '{drivers} drivers are of it', 'pt-BR': 'motoristas dele: {drivers}' },
  'admitted-at-sites': { en: 'it is admitted at {sites}', 'pt-BR': 'é admitido em {sites}' },
  'admitted-at-stations': { en: 'it is admitted at station {stations}', 'pt-BR': 'é admitido na estação {stations}' },
  'has-tariffs': { en: 'it has the tariff {tariffs}', 'pt-BR': 'tem a tarifa {tariffs}' },
} as const;
