/** Why a driver, token, group, site or assignment cannot be as it was asked for. */
export const accessWords = {
  'agent-changes-nothing': [
    'A key of kind agent changes nothing here; it proposes through the tools at the MCP address, and a person approves.',
    'Uma chave de agente não altera nada aqui; ela propõe pelas ferramentas no endereço MCP, e uma pessoa aprova.',
  ],
  'needs-key': [
    'This needs a key of role {role}: sign in to the console, or send the header Authorization: Bearer <key>.',
    'Isto exige uma chave com o papel {role}: entre no console, ou envie o cabeçalho Authorization: Bearer <key>.',
  ],
  'needs-key-or-above': [
    'This needs a key of role {role} or above: sign in to the console, or send the header Authorization: Bearer <key>.',
    'Isto exige uma chave com o papel {role} ou superior: entre no console, ou envie o cabeçalho Authorization: Bearer <key>.',
  ],
  'needs-role': [
    'This needs the role {role}, and the key {keyId} is {has}; ask an administrator for another key.',
    'Isto exige o papel {role}, e a chave {keyId} é {has}; peça outra chave a um administrador.',
  ],
  'needs-scope': [
    'This needs the scope {scope}, which the key {keyId} lacks; ask an administrator for another key.',
    'Isto exige o escopo {scope}, que a chave {keyId} não tem; peça outra chave a um administrador.',
  ],
  'no-token-of-value': ['No token of this value is known here.', 'Nenhum cartão com este número é conhecido aqui.'],
  'token-known': [
    'This token is known already as {tokenId}; change that one.',
    'Este cartão já é conhecido como {tokenId}; altere esse.',
  ],
  'token-is-group': [
    'This value stands for a group already ({groupId}); a token needs one of its own.',
    'Este número já representa um grupo ({groupId}); um cartão precisa de um só seu.',
  ],
  'token-overtaken': [
    'This token was entered already, as {tokenId}, or its driver was forgotten; look again.',
    'Este cartão já foi cadastrado, como {tokenId}, ou seu motorista foi esquecido; confira de novo.',
  ],
  'group-known': ['This group is known already as {groupId}.', 'Este grupo já é conhecido como {groupId}.'],
  'group-is-token': [
    'This value is a token already ({tokenId}); a group needs one of its own.',
    'Este número já é de um cartão ({tokenId}); um grupo precisa de um só seu.',
  ],
  'ends-before-it-begins': [
    'expiresAt must be later than validFrom.',
    'O fim (expiresAt) deve ser depois do início (validFrom).',
  ],
  'no-group': [
    'There is no group {groupId}; list them at /api/groups.',
    'Não há grupo {groupId}; veja a lista de grupos.',
  ],
  'no-driver': [
    'There is no driver {driverId}; list them at /api/drivers.',
    'Não há motorista {driverId}; veja a lista de motoristas.',
  ],
  'no-site': ['There is no site {siteId}; list them at /api/sites.', 'Não há local {siteId}; veja a lista de locais.'],
  'no-station': [
    'There is no station {stationId}; list them at /api/stations.',
    'Não há estação {stationId}; veja a lista de estações.',
  ],
  'station-not-known': [
    'There is no station "{stationId}". List the stations to see which there are; a pending one has to be accepted first.',
    'Não há estação "{stationId}". Veja a lista de estações; uma pendente precisa ser aceita primeiro.',
  ],
  'station-did-you-mean': [
    'There is no station "{stationId}". Did you mean {stations}?',
    'Não há estação "{stationId}". Você quis dizer {stations}?',
  ],
  'email-taken': [
    'The driver {driverId} has this e-mail address already; change that one.',
    'O motorista {driverId} já tem este endereço de e-mail; altere esse.',
  ],
  'email-taken-meanwhile': [
    'Another driver has this e-mail address already; change that one.',
    'Outro motorista já tem este endereço de e-mail; altere esse.',
  ],
  'driver-forgotten': [
    'The driver {driverId} was forgotten; add them anew.',
    'O motorista {driverId} foi esquecido; cadastre-o de novo.',
  ],
  'driver-forgotten-on': [
    'The driver {driverId} was forgotten on {at}.',
    'O motorista {driverId} foi esquecido em {at}.',
  ],
  'driver-charging': [
    'The driver {driverId} is charging ({sessions}); wait for the end, or stop it, and forget them then.',
    'O motorista {driverId} está carregando ({sessions}); espere o fim, ou pare a sessão, e esqueça-o depois.',
  ],
  'driver-of-token-forgotten': [
    'The driver of token {tokenId} was forgotten already; choose another one.',
    'O motorista do cartão {tokenId} já foi esquecido; escolha outro.',
  ],
  'driver-after-gone': [
    'The driver after whom the list goes on is gone; begin it again.',
    'O motorista depois do qual a lista continua não existe mais; comece-a de novo.',
  ],
  'driver-gets-tokens': [
    'Tokens are being added to the driver {driverId}; forget them after that.',
    'Cartões estão sendo acrescentados ao motorista {driverId}; esqueça-o depois disso.',
  ],
  'group-used': [
    'The group {name} is still used: {uses}. Change these first.',
    'O grupo {name} ainda é usado: {uses}. Altere isso primeiro.',
  ],
  'used-by-tokens': ['{tokens} tokens are of it', 'cartões dele: {tokens}'],
  'used-by-drivers': ['{drivers} drivers are of it', 'motoristas dele: {drivers}'],
  'admitted-at-sites': ['it is admitted at {sites}', 'é admitido em {sites}'],
  'admitted-at-stations': ['it is admitted at station {stations}', 'é admitido na estação {stations}'],
  'has-tariffs': ['it has the tariff {tariffs}', 'tem a tarifa {tariffs}'],
} as const;
