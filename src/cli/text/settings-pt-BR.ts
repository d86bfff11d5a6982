import type { settings } from '#config.ts';

/** What each setting does; the English sentences stand in the table of settings itself. */
export const settingsPtBR: Record<keyof typeof settings, string> = {
  host: 'O endereço em que se escuta; qualquer um que não seja loopback torna as credenciais obrigatórias em tudo.',
  publicUrl: 'O endereço pelo qual os outros chegam à API e ao console, quando há um proxy na frente.',
  allowedHosts: 'Nomes, além de loopback e PUBLIC_URL, pelos quais navegadores e agentes podem nos chamar.',
  apiPort: 'API REST, eventos ao vivo e console.',
  ocppServerPort: 'As estações de recarga se conectam aqui.',
  mcpServerPort: 'Os agentes LLM se conectam aqui.',
  ucpPort: 'A loja para compradores UCP.',
  devicesPort: 'Os dispositivos se conectam aqui.',
  mqttPort: 'Os dispositivos que falam MQTT se conectam aqui.',
  packs: 'Assuntos em que os agentes podem trabalhar.',
  dataDir: 'Onde ficam o banco embutido e a chave da instalação.',
  databaseUrl: 'Um PostgreSQL 18 externo; ausente: o embutido em DATA_DIR.',
  databaseKeepWal:
    'Onde o banco embutido guarda o seu registro de transações (WAL), para ser restaurado a qualquer momento; ausente: em lugar nenhum.',
  postgresUser: 'Usuário de um PostgreSQL externo, em vez de DATABASE_URL.',
  postgresPassword: 'Senha de POSTGRES_USER.',
  postgresDb: 'Banco de POSTGRES_USER.',
  postgresHost: 'Máquina do PostgreSQL externo em que POSTGRES_USER entra.',
  postgresPort: 'Porta do PostgreSQL externo em que POSTGRES_USER entra.',
  natsUrl: 'Une vários nós; ausente: este nó está só.',
  installationKey: 'Chave dos hashes de tokens, igual em todos os nós; ausente: um arquivo em DATA_DIR.',
  adminKey: 'Primeira chave de administrador; ausente: um link de uso único aparece no primeiro início.',
  ocppUnknownStations: 'O que uma estação desconhecida encontra em loopback.',
  ocppMinSecurityProfile: 'Menor perfil de segurança OCPP; 1 exige senha.',
  sessionSilentHours:
    'Por quanto tempo nada se ouve de uma sessão em andamento que parece encerrada (conector livre, outra sessão no lugar, estação reiniciada) até que a estação seja consultada e a sessão, fechada; 0: para sempre.',
  sessionOfflineHours:
    'O mesmo quando nada mais indica o fim: depois disso a estação é consultada, ou a sessão de uma estação ausente é fechada; 0: para sempre.',
  meterValuesKeepDays:
    'Por quantos dias se guardam as leituras dos medidores, também as assinadas; 0 guarda para sempre. As sessões e a sua energia ficam de qualquer modo.',
  stationsInStep:
    'Se listas de tokens, e os ajustes que os locais pedem, são mantidos em dia nas estações por conta própria; off: só as listas das estações indicadas.',
  costUpdateSeconds:
    'Quantos segundos pode ter o custo de uma sessão em andamento que a estação mostra; depois ele é informado. 0: as estações o recebem só com respostas e a pedido.',
  timeZone:
    'Por qual relógio se contam dias e preços nas estações que não estão em nenhum local; ausente: o desta máquina.',
  contractRoots:
    'Um arquivo PEM com as raízes de certificados de contrato (ISO 15118) em que se confia; ausente: uma cadeia enviada por uma estação não é aceita.',
  budgetStationsPerCommand: 'A quantas estações um comando pode ir de uma vez, pelo tipo da chave que pede.',
  budgetCommandsPerHour: 'Quantos comandos uma chave pode pedir em uma hora, pelo seu tipo.',
  budgetKwPerMinute: 'Quantos kW uma chave pode definir ou liberar em um minuto por agendas e limites, pelo seu tipo.',
  coolDownSeconds:
    'Quantos segundos passam até que se possa pedir de novo a uma estação o mesmo comando no mesmo lugar, seja quem for que peça; off: nenhum.',
  toolCallsPerMinute:
    'Quantas chamadas e leituras uma chave pode fazer pelas ferramentas em um minuto, de qualquer tipo; quem vem sem chave divide as suas. Até tantas recusas de uma chave por REST são auditadas uma a uma.',
  firmwareHosts:
    'Servidores dos quais agentes podem pedir que estações busquem firmware, por https; ausente: agentes não propõem firmware.',
  logUploadUrl: 'Para onde as estações enviam os logs que agentes pedem; ausente: agentes não pedem nenhum.',
  mcpKey: 'Chave que o nosso agente mostra a MCP_SERVERS.',
  mcpServers: 'Servidores MCP do nosso agente, um por linha: TIPO,ENDEREÇO_OU_COMANDO.',
  llmProvider: 'Quem responde no chat; o interpreter funciona sem modelo.',
  llmModel: 'Nome do modelo de LLM_PROVIDER.',
  llmBaseUrl: 'Endereço de um servidor compatível com OpenAI.',
  anthropicApiKey: 'Chave para LLM_PROVIDER=anthropic.',
  openaiApiKey: 'Chave para LLM_PROVIDER=openai.',
  googleApiKey: 'Chave para LLM_PROVIDER=google.',
  deepseekApiKey: 'Chave para LLM_PROVIDER=deepseek.',
  logLevel: 'Quanto é registrado.',
};
