/** Why something about a device cannot be as it was asked for. */
export const deviceWords = {
  'device-not-known': {
    en: 'There is no device {deviceId}; the list of devices shows those that there are.',
    'pt-BR': 'Não há um dispositivo {deviceId}; a lista de dispositivos mostra os que existem.',
  },
  'device-did-you-mean': {
    en: 'There is no device {deviceId}. Did you mean {devices}?',
    'pt-BR': 'Não há um dispositivo {deviceId}. Você quis dizer {devices}?',
  },
  'device-known': {
    en: 'There is a device {deviceId} already; choose another id.',
    'pt-BR': 'Já há um dispositivo {deviceId}; escolha outro id.',
  },
  'device-code-unknown': {
    en: 'No device shows the code {code} now. A code is good for ten minutes; then the device shows another one.',
    'pt-BR':
      'Nenhum dispositivo mostra o código {code} agora. Um código vale dez minutos; depois o dispositivo mostra outro.',
  },
  'device-without-serial': {
    en: 'The device {deviceId} has no serial number, so it cannot prove a secret; activate it with its code alone.',
    'pt-BR':
      'O dispositivo {deviceId} não tem número de série, então não pode provar um segredo; ative-o só com o código.',
  },
  'device-changed-meanwhile': {
    en: 'The device {deviceId} was changed by somebody else at the same moment; look again.',
    'pt-BR': 'O dispositivo {deviceId} foi alterado por outra pessoa no mesmo momento; veja de novo.',
  },
  'server-needs-a-name': {
    en: '{deviceId} is the address of a device; a server has a name such as my-server.',
    'pt-BR': '{deviceId} é o endereço de um dispositivo; um servidor tem um nome como my-server.',
  },
  'device-is-no-server': {
    en: '{deviceId} is a device; only a server that dials in has an address to renew.',
    'pt-BR': '{deviceId} é um dispositivo; só um servidor que liga para cá tem um endereço a renovar.',
  },
  'device-tool-not-known': {
    en: 'The device {deviceId} lists no tool {tool}; look at its tools.',
    'pt-BR': 'O dispositivo {deviceId} não lista uma ferramenta {tool}; veja as ferramentas dele.',
  },
  'device-tool-refused': {
    en: 'The tool {tool} of {deviceId} was refused; accept it first.',
    'pt-BR': 'A ferramenta {tool} de {deviceId} foi recusada; aceite-a primeiro.',
  },
  'device-stands-nowhere': {
    en: 'The device {deviceId} stands at no site.',
    'pt-BR': 'O dispositivo {deviceId} não fica em nenhum local.',
  },
  'device-tool-changed': {
    en: 'The tool {tool} of {deviceId} says something else now than what was looked at; look at it again.',
    'pt-BR': 'A ferramenta {tool} de {deviceId} diz agora outra coisa do que foi visto; veja-a de novo.',
  },
  'device-tool-floor': {
    en: 'The tool {tool} cannot have the tier {tier}: what it does by its name asks for {floor} at least.',
    'pt-BR': 'A ferramenta {tool} não pode ter o nível {tier}: o que ela faz, pelo nome, pede ao menos {floor}.',
  },
  'device-offline': {
    en: 'The device {deviceId} is offline; it was last seen at {lastSeenAt}. Try again once it is back.',
    'pt-BR':
      'O dispositivo {deviceId} está offline; foi visto pela última vez em {lastSeenAt}. Tente de novo quando ele voltar.',
  },
  'device-asleep': {
    en: 'The device {deviceId} is offline; it was last seen at {lastSeenAt}. It connects when somebody wakes it.',
    'pt-BR':
      'O dispositivo {deviceId} está offline; foi visto pela última vez em {lastSeenAt}. Ele se conecta quando alguém o acorda.',
  },
  'device-call-unwritten': {
    en: 'The device was called, and it ended as {status}; that could not be written down, since the database does not answer. Look at the device before you call it again.',
    'pt-BR':
      'O dispositivo foi chamado, e a chamada terminou como {status}; isso não pôde ser registrado, pois o banco de dados não responde. Olhe o dispositivo antes de chamá-lo de novo.',
  },
  'device-still-waits': {
    en: 'The device {deviceId} waits to be activated; activate it with the code that it shows.',
    'pt-BR': 'O dispositivo {deviceId} espera para entrar; ative-o com o código que ele mostra.',
  },
  'device-is-blocked': {
    en: 'The device {deviceId} is blocked; unblock it first.',
    'pt-BR': 'O dispositivo {deviceId} está bloqueado; desbloqueie-o primeiro.',
  },
  'device-listing-broke-off': {
    en: 'The device {deviceId} did not list its tools to the end; its events say why. What was known of the rest stays.',
    'pt-BR':
      'O dispositivo {deviceId} não listou as suas ferramentas até o fim; os eventos dele dizem por quê. O que se sabia do resto fica.',
  },
  'device-schema-unusable': {
    en: 'What the device says its tool accepts is no usable JSON Schema, so nothing can be checked and nothing was sent.',
    'pt-BR':
      'O que o dispositivo diz que a sua ferramenta aceita não é um JSON Schema que se possa usar; nada pode ser conferido e nada foi enviado.',
  },
  'device-arguments-too-long': {
    en: 'The arguments take {bytes} bytes, and this device reads at most {most}; nothing was sent.',
    'pt-BR': 'Os argumentos ocupam {bytes} bytes, e este dispositivo lê no máximo {most}; nada foi enviado.',
  },
  'device-argument-missing': {
    en: 'The argument {name} is missing; nothing was sent.',
    'pt-BR': 'Falta o argumento {name}; nada foi enviado.',
  },
  'device-argument-too-large': {
    en: 'The argument {name} must be at most {limit}; nothing was sent.',
    'pt-BR': 'O argumento {name} deve ser no máximo {limit}; nada foi enviado.',
  },
  'device-argument-too-small': {
    en: 'The argument {name} must be at least {limit}; nothing was sent.',
    'pt-BR': 'O argumento {name} deve ser no mínimo {limit}; nada foi enviado.',
  },
  'device-argument-type': {
    en: 'The argument {name} must be of the type {type}; nothing was sent.',
    'pt-BR': 'O argumento {name} deve ser do tipo {type}; nada foi enviado.',
  },
  'device-argument-unfit': {
    en: 'The argument {name} does not fit what the tool accepts; ask for its schema. Nothing was sent.',
    'pt-BR': 'O argumento {name} não serve para o que a ferramenta aceita; peça o esquema dela. Nada foi enviado.',
  },
} as const;
