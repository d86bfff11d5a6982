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
  'needs-whole': [
    'This is about the whole installation, and the key {keyId} has the role {role} at single sites alone; ask an administrator.',
    'Isto diz respeito à instalação inteira, e a chave {keyId} tem o papel {role} só em alguns locais; peça a um administrador.',
  ],
  'needs-site': [
    'This needs the role {role} at that site, which the key {keyId} lacks; ask an administrator.',
    'Isto exige o papel {role} nesse local, que a chave {keyId} não tem; peça a um administrador.',
  ],
  'wrong-password': [
    'E-mail or password is wrong; check both, or ask an administrator for a new link.',
    'E-mail ou senha errados; confira os dois, ou peça um novo link a um administrador.',
  ],
  'needs-code': [
    'This person also gives a code: write the one that the app shows, or a recovery code.',
    'Esta pessoa também informa um código: escreva o que o aplicativo mostra, ou um código de recuperação.',
  ],
  'wrong-code': [
    'The code is wrong or was used before; wait for the next one that the app shows, or use a recovery code.',
    'O código está errado ou já foi usado; espere o próximo que o aplicativo mostrar, ou use um código de recuperação.',
  ],
  'wrong-passkey': [
    'This passkey is not known here; sign in another way, or ask an administrator for a new link.',
    'Esta chave de acesso não é conhecida aqui; entre de outro modo, ou peça um novo link a um administrador.',
  ],
  'invitation-over': [
    'This invitation was used or taken back, or its seven days are over; ask an administrator for a new one.',
    'Este convite já foi usado ou retirado, ou passaram os sete dias; peça outro a um administrador.',
  ],
  'grants-beyond-own': [
    'Nobody gives a role that they do not hold there themselves; ask for a smaller one.',
    'Ninguém dá um papel que não tem nesse lugar; peça um menor.',
  ],
  'only-people-let-in': [
    "Only a person lets people in or changes what they may do, and the key {keyId} is a program's or limited by scopes; sign in as a person who is an administrator.",
    'Só uma pessoa deixa pessoas entrarem ou altera o que podem fazer, e a chave {keyId} é de um programa ou limitada por escopos; entre como uma pessoa que seja administradora.',
  ],
  'needs-current-password': [
    'It is a while since you signed in: give your password, or sign in again.',
    'Faz tempo que você entrou: informe a sua senha, ou entre de novo.',
  ],
  'not-a-person': [
    'You are signed in with a key that is no person of the list; ask an administrator to invite you.',
    'Você entrou com uma chave que não é de uma pessoa da lista; peça um convite a um administrador.',
  ],
  'oidc-unknown': [
    'The identity provider knows you, and nobody here has invited you; ask an administrator.',
    'O provedor de identidade conhece você, mas ninguém aqui convidou você; peça a um administrador.',
  ],
  'oidc-email-taken': [
    'Somebody here uses your e-mail and comes in another way; ask an administrator for a new link.',
    'Alguém aqui usa o seu e-mail e entra de outra forma; peça um novo link a um administrador.',
  ],
  'oidc-failed': [
    'Signing in at the identity provider did not work; try again.',
    'A entrada pelo provedor de identidade não funcionou; tente de novo.',
  ],
  'not-at-single-sites': [
    'This is about the whole installation, and your roles hold at single sites; ask an administrator.',
    'Isto diz respeito à instalação inteira, e os seus papéis valem só em alguns locais; peça a um administrador.',
  ],
  'meter-address-of-all': [
    'We would ask {address} inside the house, and your roles hold at single sites; ask an administrator to enter this meter.',
    'Nós perguntaríamos a {address} dentro da rede, e os seus papéis valem só em alguns locais; peça a um administrador que cadastre este medidor.',
  ],
  'no-such-thing': [
    'There is nothing of this id; the list shows what there is.',
    'Não há nada com este id; a lista mostra o que existe.',
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
