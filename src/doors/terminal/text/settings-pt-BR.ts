import type { settings } from '#base/config.ts';

/** What each setting does; the English sentences stand in the table of settings itself. */
export const settingsPtBR: Record<keyof typeof settings, string> = {
  host: 'O endereço em que se escuta; qualquer um que não seja loopback torna as credenciais obrigatórias em tudo.',
  publicUrl: 'O endereço pelo qual os outros chegam à API e ao console, quando há um proxy na frente.',
  operatorName: 'Quem opera as estações, como os recibos o chamam; ausente: só o local é citado.',
  allowedHosts:
    'Nomes, além de loopback e PUBLIC_URL, pelos quais navegadores e agentes podem nos chamar, e aos quais agentes podem mandar dispositivos mesmo estando numa rede privada.',
  tls: 'De onde vêm os certificados de todas as portas: arquivos seus, uma autoridade que fala ACME (cujos termos você aceita ao escolhê-la), ou feitos aqui para um primeiro teste, nos quais ninguém confia; off: um proxy acrescenta o TLS, ou ninguém.',
  tlsCertificates:
    'Arquivos PEM para TLS=files, cada um com um certificado e a sua cadeia: um, ou dois com chaves ECDSA e RSA lado a lado.',
  tlsKeys: 'As chaves privadas deles em arquivos PEM, na mesma ordem.',
  tlsNames:
    'Os nomes para os quais os certificados são feitos (self-signed, acme); ausente: os de PUBLIC_URL e ALLOWED_HOSTS.',
  tlsRoot:
    'Um arquivo PEM da raiz em que se apoiam os nossos certificados, quando é de uma autoridade privada: as estações a recebem antes de passarem ao TLS. Ausente: o último da cadeia, se for uma raiz.',
  acmeDirectory: 'O diretório da autoridade para TLS=acme.',
  acmeEmail: 'Para onde a autoridade escreve quando um certificado está para vencer.',
  acmeChallenge:
    'Como a autoridade vê que os nomes são nossos: pergunta na porta 80, ou faz um handshake TLS na porta 443. Essa porta tem de levar a ACME_HTTP_PORT, ou a qualquer porta nossa com TLS.',
  acmeHttpPort: 'Onde a autoridade recebe resposta em http-01; todo o resto é enviado para https.',
  acmeRoot:
    'Um arquivo PEM da raiz pela qual um diretório ACME privado é conhecido; ausente: as raízes públicas de costume.',
  trustedProxies:
    'Endereços ou redes de proxies cuja palavra sobre quem chama vale em todas as portas (X-Forwarded-For, -Proto, -Host); ausente: ninguém, mas com PUBLIC_URL e sem TLS um proxy nesta máquina.',
  proxyProtocol:
    'Se TRUSTED_PROXIES começam cada conexão com um cabeçalho PROXY (versão 1 ou 2); quem não o faz é então cortado.',
  apiPort: 'API REST, eventos ao vivo e console.',
  ocppServerPort: 'As estações de recarga se conectam aqui (ws; também por TLS, a menos que esteja off).',
  ocppTlsPort: 'As estações de recarga se conectam aqui só por TLS (wss), a menos que TLS esteja off.',
  mcpServerPort: 'Os agentes LLM se conectam aqui.',
  ucpPort: 'A loja para compradores UCP.',
  ucpPublicUrl: 'O endereço pelo qual outros chegam à loja, quando há um proxy na frente.',
  ocpiParty:
    'Quem somos entre os parceiros de roaming: país e identificação, como BR-ABC. Ausente: sem roaming por OCPI.',
  ocpiName: 'Como os parceiros de roaming nos chamam: o nome do operador.',
  ocpiUrl: 'O endereço pelo qual os parceiros de roaming chegam até nós, quando não é PUBLIC_URL.',
  roamingMarginPercent:
    'Quanto nossos motoristas pagam por recargas em parceiros de roaming acima do preço do parceiro, em porcento.',
  ocpiHosts:
    'Hosts de parceiros de roaming, como host ou host:porta, com os quais podemos falar embora fiquem numa rede privada ou não tenham https, como 127.0.0.1:8101 para um primeiro teste.',
  ucpReviewAboveCents:
    'Até que total uma plataforma UCP pode concluir uma compra sozinha; acima dele o comprador confirma numa página nossa. 0: sempre.',
  ucpRevision:
    'Em qual revisão do UCP está escrito o perfil em /.well-known/ucp; as outras ficam abaixo dele, e todas são faladas.',
  ucpSimulationSecret:
    'Com ele em Simulation-Secret, uma suíte de conformidade diz que um pedido foi enviado (POST /testing/simulate-shipping/{id}); ausente: ninguém pode.',
  bookshopCurrency: 'A moeda de todos os preços de livros, dados em sua menor unidade (centavos).',
  bookshopCountries: 'Os países onde livros são entregues, primeiro o próprio (ISO 3166-1 alfa-2).',
  bookshopRates:
    'Quanto custa entregar livros, na menor unidade da moeda, e em um só país pelo seu código; off: os livros são retirados no local.',
  bookshopPaymentHandler:
    'O nome do meio de pagamento nos perfis UCP, de um domínio seu escrito ao contrário; ausente: um nosso.',
  stripeSecretKey:
    'A chave secreta da conta, para stripe em PAYMENT_PROVIDER e BOOKSHOP_PAYMENTS; sk_test_… não move dinheiro.',
  stripeUrl: 'Onde a Stripe é consultada.',
  devicesPort: 'Os dispositivos se conectam aqui.',
  voiceKey:
    'A chave de uma pessoa do SIGEC, com cujos direitos os dispositivos respondem a quem fala com eles; basta um viewer. Ausente: ninguém responde, e os dispositivos dizem isso.',
  voiceUrl:
    'Um servidor compatível com a OpenAI que entende e gera fala, como https://api.openai.com/v1; ausente: os dispositivos respondem só por escrito.',
  voiceApiKey: 'Chave para VOICE_URL.',
  voiceSttModel: 'O modelo de VOICE_URL que entende fala.',
  voiceTtsModel: 'O modelo de VOICE_URL que fala.',
  voiceName: 'Com a voz de quem VOICE_TTS_MODEL fala.',
  voiceUdpPort: 'Os dispositivos que falam MQTT enviam seu som para cá (UDP), onde VOICE_URL está definido.',
  mqtt: 'Se o MQTT é oferecido aos dispositivos, pelo qual são alcançados a qualquer momento; off: só WebSocket, enquanto alguém fala com eles.',
  mqttPublicUrl:
    'O broker como os dispositivos o alcançam, quando há um proxy na frente; ausente: o host que o dispositivo chamou, com a nossa porta.',
  mqttPort: 'Os dispositivos que falam MQTT se conectam aqui.',
  mqttTlsPort: 'Os dispositivos que falam MQTT por TLS se conectam aqui, a menos que TLS esteja off.',
  energyMqttUrl:
    'Um broker em que os medidores dos locais publicam, com o usuário e a senha com que entramos; ausente: o de MQTT_BROKER_URL, ou o nosso, em que um dispositivo fala sob meters/ e o id dele.',
  energyPriceHosts:
    'Hosts, ou host:porta, dos quais preços de energia podem ser lidos mesmo estando numa rede privada ou falando http.',
  mqttBrokerUrl:
    'Um broker seu para os dispositivos, com o usuário e a senha com que entramos nele; ausente: um roda aqui em MQTT_PORT.',
  devicesUrl:
    'O endereço pelo qual os dispositivos chegam a DEVICES_PORT, quando há um proxy na frente; ausente: o host que o dispositivo chamou.',
  packs: 'Assuntos em que os agentes podem trabalhar.',
  dataDir: 'Onde ficam o banco embutido e a chave da instalação.',
  databaseUrl: 'Um PostgreSQL 18 externo; ausente: o embutido em DATA_DIR.',
  databaseReadUrl:
    'Uma réplica (streaming) de DATABASE_URL da qual se leem os relatórios, enquanto estiver no máximo 30 segundos atrasada; ausente: do próprio banco.',
  databaseKeepWal:
    'Onde o banco embutido guarda o seu registro de transações (WAL), para ser restaurado a qualquer momento; ausente: em lugar nenhum.',
  postgresUser: 'Usuário de um PostgreSQL externo, em vez de DATABASE_URL.',
  postgresPassword: 'Senha de POSTGRES_USER.',
  postgresDb: 'Banco de POSTGRES_USER.',
  postgresHost: 'Máquina do PostgreSQL externo em que POSTGRES_USER entra.',
  postgresPort: 'Porta do PostgreSQL externo em que POSTGRES_USER entra.',
  natsUrl:
    'Une os nós de uma instalação, que têm um PostgreSQL próprio em comum: um servidor NATS, ou todos os de um cluster; ausente: nós em outras máquinas não podem ser alcançados.',
  otlpEndpoint:
    'Um coletor do OpenTelemetry para onde vão os rastros (OTLP sobre HTTP em JSON; /v1/traces é acrescentado); ausente: nenhum é feito.',
  otlpHeaders:
    'O que o coletor pede, como uma chave: nome=valor, separados por vírgulas, valores com codificação de porcentagem.',
  tracesShare:
    'Que parte do que acontece é rastreada, de 0 a 1; um pedido que traz um rastro próprio é rastreado como ele diz.',
  drainSeconds:
    'Com NATS_URL: em quanto tempo um nó que deve terminar envia suas estações aos outros; 0: ele termina de imediato.',
  nodes:
    'Quantos processos atendem estações nesta máquina, atrás das mesmas portas; auto: um para cada núcleo dela. O primeiro também serve a API, os agentes e os dispositivos.',
  installationKey: 'Chave dos hashes de tokens, igual em todos os nós; ausente: um arquivo em DATA_DIR.',
  agentKey:
    'Uma chave do tipo agente que vale desde o primeiro início, como a que um chat ao lado mostra como MCP_KEY; ausente: nenhuma.',
  oidcIssuer: 'O provedor de identidade (OpenID Connect) pelo qual as pessoas podem entrar; ausente: nenhum.',
  oidcClientId: 'O nosso nome em OIDC_ISSUER; ele devolve as pessoas a /sign-in/oidc/callback.',
  oidcClientSecret: 'O nosso segredo em OIDC_ISSUER; ausente: um cliente público, só com PKCE.',
  oidcButton: 'O que diz o botão de OIDC_ISSUER.',
  oidcDomains: 'Domínios de e-mails verificados que podem vir de OIDC_ISSUER; ausente: todos.',
  oidcPeople:
    'Quem pode vir de OIDC_ISSUER: pessoas que já estão aqui ou foram convidadas (invited), ou todas as que têm um papel por OIDC_ROLES, que então vale (mapped).',
  oidcRoleClaim: 'A informação de OIDC_ISSUER que OIDC_ROLES consulta.',
  oidcRoles: 'Que valor é que papel, como staff=viewer, ou garage=operator@site-1 para um só local.',
  approvals:
    'Quem aprova o que um agente propôs: qualquer pessoa com papel suficiente, também a dona do assistente (own), ou outra pessoa que não aquela para quem ele trabalha (four-eyes). Um agente nunca aprova.',
  adminKey: 'Primeira chave de administrador; ausente: um link de uso único aparece no primeiro início.',
  ocppUnknownStations: 'O que uma estação desconhecida encontra em loopback.',
  ocppMinSecurityProfile: 'Menor perfil de segurança OCPP: 1 exige senha, 2 também TLS, 3 um certificado da estação.',
  stationRoots:
    'Um arquivo PEM com as raízes de outros, como de um fabricante ou da sua própria autoridade em outro lugar, com cujos certificados as estações podem entrar (perfil de segurança 3) além dos nossos; ausente: só os nossos.',
  stationRevocation:
    'Se uma estação com um certificado desses é recusada quando ninguém responde se ele foi revogado (strict), ou aceita (lenient). O que foi revogado é sempre recusado.',
  sessionSilentHours:
    'Por quanto tempo nada se ouve de uma sessão em andamento que parece encerrada (conector disponível, outra sessão no lugar, estação reiniciada) até que a estação seja consultada e a sessão, fechada; 0: para sempre.',
  sessionOfflineHours:
    'O mesmo quando nada mais indica o fim: depois disso a estação é consultada, ou a sessão de uma estação ausente é fechada; 0: para sempre.',
  meterValuesKeepDays:
    'Por quantos dias se guardam as leituras dos medidores, também as assinadas; 0 guarda para sempre. As sessões e a sua energia ficam de qualquer modo.',
  stationsInSync:
    'Se listas de tokens, e os ajustes que os locais pedem, são mantidos em dia nas estações por conta própria; off: só as listas das estações indicadas.',
  localListEntries:
    'Quantos tokens cabem na lista de uma estação que não diz quantos comporta; entram os usados mais recentemente.',
  costUpdateSeconds:
    'Quantos segundos pode ter o custo de uma sessão em andamento que a estação mostra; depois ele é informado. 0: as estações o recebem só com respostas e a pedido.',
  timeZone:
    'Por qual relógio se contam dias e preços nas estações que não estão em nenhum local; ausente: o desta máquina.',
  contractRoots:
    'Um arquivo PEM com as raízes de certificados de contrato (ISO 15118) em que se confia além da nossa própria autoridade de contratos; ausente: só ela.',
  contractRevocation:
    'Se um contrato é recusado quando ninguém responde se o seu certificado foi revogado (strict), ou aceito (lenient). O que foi revogado é sempre recusado.',
  emaidPrefix: 'Com que país e provedor começam os eMAIDs dos nossos próprios contratos, como BRSIG.',
  smtpUrl:
    'O servidor de e-mail por onde saem as notificações, com o usuário e a senha com que entramos, como smtps://user:password@mail.example.org; ausente: nenhum e-mail é enviado.',
  smtpFrom: 'De quem vêm os e-mails.',
  webhookHosts:
    'Hosts, ou host:porta, de webhooks e serviços de push que podem ser chamados embora fiquem numa rede privada ou falem http; ausente: só os da rede aberta.',
  openadrUrl:
    'A API do operador da rede ou agregador (VTN do OpenADR 3), como https://vtn.example.org/openadr3/3.0.1, cujos eventos limitam e precificam os locais planejados; ausente: ninguém é consultado.',
  openadrTokenUrl:
    'Onde se obtêm os tokens para OPENADR_URL (OAuth 2, client credentials); ausente: /auth/token abaixo dela.',
  openadrClientId: 'Quem somos em OPENADR_URL; ausente: a consulta é feita sem token.',
  openadrClientSecret: 'Nosso segredo para OPENADR_CLIENT_ID.',
  openadrProgram: 'Só contam os eventos do programa com este id; ausente: todos os que podemos ver.',
  openadrVen:
    'Nosso nome como VEN: eventos dirigidos a ele contam para todos os locais; os dirigidos a um local pelo id contam ali. Assina os relatórios.',
  openadrPollSeconds: 'De quanto em quanto tempo OPENADR_URL é consultada.',
  contractPoolUrl:
    'Onde um repositório de contratos de terceiros recebe os pedidos dos veículos (Open Plug & Charge); ausente: os contratos desta instalação.',
  contractPoolToken: 'Como somos conhecidos em CONTRACT_POOL_URL, enviado como bearer token.',
  contractPoolApiKey: 'Como somos conhecidos em CONTRACT_POOL_URL, enviado como X-API-Key.',
  contractPoolSeconds:
    'Quanto tempo CONTRACT_POOL_URL pode levar para responder; veículos não esperam mais que meio minuto.',
  certificateRenewDays:
    'Quantos dias antes de o certificado expirar a estação é solicitada a renová-lo; 0: só quando alguém quiser.',
  revocationHosts:
    'Servidores OCSP e de listas de revogação, como host ou host:porta, que podem ser consultados embora estejam em uma rede privada ou nesta máquina; ausente: só os da rede aberta.',
  revocationCacheMinutes:
    'Por quanto tempo, no máximo, se guarda a resposta de um servidor OCSP ou uma lista de revogação de terceiros, diga ela o que disser; uma revogação pode ser notada com esse atraso.',
  ocppPingSeconds:
    'De quantos em quantos segundos uma estação recebe um ping; a que fica calada duas vezes e meia esse tempo é cortada. Algumas redes móveis esquecem conexões que ficam mais tempo quietas.',
  stationMessagesPerSecond:
    'Quantas mensagens por segundo uma estação pode enviar, e dez vezes mais de uma vez; o que vier mais rápido é lido depois.',
  budgetStationsPerCommand: 'A quantas estações um comando pode ir de uma vez, pelo tipo da chave que pede.',
  budgetCommandsPerHour: 'Quantos comandos uma chave pode pedir em uma hora, pelo seu tipo.',
  budgetKwPerMinute: 'Quantos kW uma chave pode definir ou liberar em um minuto por agendas e limites, pelo seu tipo.',
  coolDownSeconds:
    'Quantos segundos passam até que se possa pedir de novo a uma estação o mesmo comando no mesmo lugar, seja quem for que peça; off: nenhum.',
  toolCallsPerMinute:
    'Quantas chamadas e leituras uma chave pode fazer pelas ferramentas em um minuto, de qualquer tipo; quem vem sem chave divide as suas. Até tantas recusas de uma chave por REST são auditadas uma a uma.',
  firmwareHosts:
    'Servidores dos quais agentes podem pedir que estações busquem firmware, por https; ausente: agentes não propõem firmware.',
  logUploadUrl: 'Para onde as estações enviam os logs que agentes pedem; ausente: para cá, como os que pessoas pedem.',
  filesUrl:
    'O endereço do qual as estações buscam firmware e para o qual trazem logs, quando há um proxy na frente; ausente: aquele em que se conectam por OCPP.',
  logFileMaxMb: 'Que tamanho pode ter um log trazido por uma estação; um maior é recusado enquanto chega.',
  logFileKeepDays: 'Quantos dias os logs das estações são guardados.',
  logFtpPort:
    'Onde estações que não conhecem HTTP trazem seus logs por FTP, que qualquer um no caminho pode ler; 0: em lugar nenhum.',
  logFtpDataPorts: 'As portas dos próprios arquivos no FTP, a abrir em um firewall; ausente: qualquer uma livre.',
  invoiceMonthly:
    'Se os motoristas com conta recebem sozinhos uma fatura de cada mês, quando ele acaba. Off: quando alguém as pede.',
  invoiceDays: 'Quantos dias se tem para pagar uma fatura.',
  invoiceBlockDays:
    'Quantos dias depois disso é bloqueado um motorista que não pagou; 0: isso fica para as pessoas decidirem.',
  fiscalUrl:
    'Onde as faturas são registradas no fisco (NFC-e, NFS-e e afins): um serviço que as recebe em JSON por POST e responde com key e url.',
  fiscalSecret: 'O que se mostra a FISCAL_URL como token bearer.',
  paymentProvider:
    'Quem recebe o dinheiro das recargas, na ordem em que os pagadores os veem; os simulados não recebem nada. Ausente: ninguém, com --demo simulated.',
  paymentFaultsPercent: 'Quantas de cem requisições os provedores simulados perdem, respondem tarde ou recusam.',
  pixUrl: 'Onde o prestador de serviços de pagamento atende à interface aberta do Pix, com a versão.',
  pixTokenUrl: 'Onde ele dá tokens de acesso (OAuth2 client credentials).',
  pixClientId: 'Como o prestador de serviços de pagamento nos conhece.',
  pixClientSecret: 'O segredo de PIX_CLIENT_ID.',
  pixCertificate: 'Um arquivo PEM do certificado, com a sua cadeia, que mostramos a ele (mTLS).',
  pixCertificateKey: 'A chave privada dele num arquivo PEM.',
  pixRoot: 'Um arquivo PEM da raiz pela qual o servidor dele é conhecido; ausente: as raízes públicas de costume.',
  pixKey: 'A chave Pix que recebe: um e-mail, um telefone, um CNPJ ou uma chave aleatória.',
  pixMerchantName: 'Quem recebe, como o QR code o chama; no máximo 25 letras.',
  pixMerchantCity: 'Onde fica, como o QR code o chama; no máximo 15 letras.',
  pixWebhookSecret:
    'A última parte do endereço que o prestador chama: /api/payment-events/pix/<segredo>. Ausente: ninguém é ouvido, e os pagamentos são encontrados um pouco depois.',
  stripeWebhookSecret:
    'Com ele o Stripe assina o que manda para /api/payment-events/stripe. Ausente: ninguém é ouvido, e os pagamentos são encontrados um pouco depois.',
  bookshopPayments:
    'Quem recebe o dinheiro dos livros: mock não recebe nenhum, e serve para testes; stripe reserva e captura por PaymentIntents.',
  demoBooks:
    'Se os nossos títulos são postos à venda no início quando a livraria não tem nenhum. Com --demo são de qualquer modo.',
  demoVehicles:
    'Quantos veículos inventados são postos à venda no início quando não há nenhum; 0: nenhum. Com --demo são 250 de qualquer modo.',
  mcpOauthIssuer:
    'Um servidor de autorização seu em que os agentes entram, pelo issuer dele; sem ele: o nosso, onde uma pessoa os autoriza.',
  mcpOauthAudience:
    'A quem os tokens de MCP_OAUTH_ISSUER precisam ser destinados (aud); sem isto: o endereço MCP que o agente chamou.',
  mcpOauthRoleClaim:
    'O campo dos tokens de MCP_OAUTH_ISSUER que diz o que um agente pode fazer; pontos levam para dentro, como em realm_access.roles.',
  mcpOauthViewers: 'Valores de MCP_OAUTH_ROLE_CLAIM que deixam um agente ler.',
  mcpOauthOperators:
    'Valores de MCP_OAUTH_ROLE_CLAIM que deixam um agente operar; o que é arriscado ele ainda só propõe.',
  mcpConformance:
    'Se /mcp-conformance tem as ferramentas que a suíte pública de conformidade de MCP chama, para rodá-la contra esta instalação; só em loopback.',
  mcpKey:
    'Chave que o nosso agente mostra ao nosso próprio sistema entre MCP_SERVERS, que SIGEC_URL indica ou que se prova pelo DATA_DIR; os outros servidores recebem a sua de MCP_SERVERS_FILE.',
  mcpServers: 'Servidores MCP do nosso agente, um por linha: TIPO,ENDEREÇO_OU_COMANDO.',
  mcpServersFile: 'Mais deles em um arquivo JSON com mcpServers, como outros hosts de agentes usam; sem ele: nenhum.',
  llmPricesFile:
    'Quanto custam os modelos, em JSON: moeda, e entrada e saída por milhão de tokens por provedor/modelo; sem ele: não se mostram custos.',
  llmProvider: 'Quem responde no chat; o interpreter funciona sem modelo.',
  llmModel: 'Nome do modelo de LLM_PROVIDER; no caso de scripted, o arquivo JSON com os passos.',
  llmBaseUrl:
    'Endereço de um servidor compatível com OpenAI, ou de um gateway diante de outro LLM_PROVIDER, que então recebe a chave dele.',
  llmInterpreterFirst:
    'Se o interpreter responde o que entende até a última palavra, na hora e de graça, e o modelo o resto; e também se o interpreter assume enquanto o modelo está fora.',
  llmMaxOutputTokens: 'Quanto um modelo pode dizer em um passo da resposta.',
  llmEffort: 'Quanto um modelo pensa antes de responder, onde o provedor deixa escolher.',
  llmContextTokens: 'A partir de quantos tokens uma conversa é resumida antes de perguntar de novo ao modelo.',
  llmTimeoutSeconds: 'Por quanto tempo um modelo pode não dizer nada antes de contar como fora.',
  houseRulesFile:
    'Um texto seu que os modelos recebem sobre a sua casa em cada pergunta, como nomes, costumes e a quem ligar; ausente: nenhum.',
  anthropicApiKey: 'Chave para LLM_PROVIDER=anthropic.',
  openaiApiKey: 'Chave para LLM_PROVIDER=openai.',
  googleApiKey: 'Chave para LLM_PROVIDER=google.',
  deepseekApiKey: 'Chave para LLM_PROVIDER=deepseek.',
  logLevel: 'Quanto é registrado.',
};
