// Words that stand for one another in requests and in descriptions of tools. Front process; pure.
//
// One line for each group. Words of a line without `>` stand for one another. With `>`, the words before it, which agents say, also ask for the words
// after it, which tools have. Two words that belong together are written as one: `signup`. Words are compared by their stems.

import { termOf } from './words.ts';

const GROUPS = `
  create make new add write build generate set
  create open start file
  add put insert append attach
  send write mail message
  send deliver transmit dispatch
  post publish share announce
  delete remove erase destroy drop trash discard clear
  cancel abort stop terminate end
  list show display view enumerate
  get read fetch retrieve return show
  find search look lookup query locate discover browse seek
  check verify validate test confirm
  check inspect examine
  update change edit modify alter adjust set
  replace overwrite swap
  rename move
  copy duplicate clone
  download fetch save
  upload put store save
  convert transform turn change translate
  extract pull parse
  merge combine join unite concatenate
  split cut divide
  compare diff difference
  compute calculate count evaluate
  summarize shorten condense gist abstract digest
  explain describe
  run execute launch start trigger invoke
  stop halt shutdown kill
  restart retry rerun again
  undo revert rollback restore
  schedule plan arrange book
  book reserve order reservation booking
  buy purchase order
  sell trade
  pay charge payment
  refund reimburse money
  approve accept confirm
  reject decline deny refuse
  answer reply respond response
  forward pass
  notify tell inform alert announce
  invite guest attendee participant
  mute silence
  turn switch toggle enable disable
  lock unlock block deactivate
  escalate hand
  assign give
  log record track
  draw paint picture render
  resize scale shrink smaller
  recognize recognise identify detect
  play listen
  monitor watch
  compress zip pack archive
  unzip unpack decompress extract
  encrypt encode cipher
  decode decipher
  email mail message inbox mailbox
  newsletter campaign mailing
  subscriber audience
  meeting event appointment calendar
  agenda calendar schedule event
  reschedule postpone event
  invitation invite
  attendee participant guest
  free available availability
  room conference
  holiday vacation leave absence
  away absent vacation
  remind reminder
  task todo chore
  chat message slack
  coworker colleague employee staff
  colleague teammate
  dm direct
  channel group
  sms text mobile
  phone telephone mobile number
  call ring dial phone
  transcript caption subtitle
  transcribe transcript
  recording audio
  file document
  folder directory
  content text
  image picture photo photograph
  spreadsheet excel sheet
  slide presentation deck powerpoint
  word docx
  pdf document
  scan ocr
  signature sign signed contract agreement
  permission access
  version revision
  bin trash
  backup dump
  page note
  wiki confluence
  repository repo project
  bug issue error defect
  issue ticket
  crash error exception
  pull merge
  pr pull
  mr merge
  commit change
  ci pipeline workflow build
  script code program snippet
  test suite
  release version
  library dependency package
  vulnerability insecure security
  licence license
  author
  terminal shell command
  customer client buyer
  contact person people
  lead prospect
  deal opportunity
  crm salesforce hubspot
  support ticket helpdesk case
  invoice bill
  subscription plan recurring
  unpaid owe outstanding overdue
  profit profitable
  expense receipt
  tax vat
  employee staff people
  boss manager
  hire employee onboard
  job vacancy position opening
  applicant candidate
  salary pay payslip wage
  coupon discount voucher
  stock inventory
  basket cart
  parcel package shipment
  shipping ship delivery
  courier carrier
  product article item goods
  return refund
  company firm business
  price cost rate fee
  cheap price
  revenue sale
  rating satisfaction review
  server machine instance host
  vm instance
  container docker
  cluster kubernetes
  replica copy
  infrastructure terraform
  incident outage
  alert alarm
  oncall duty
  down uptime outage
  database sql table
  column field
  row record
  slow explain plan
  cache redis
  bucket s3
  secret credential password
  passphrase password
  breach leak
  phishing malicious malware unsafe safe
  domain dns
  certificate ssl tls https
  ip address
  mfa authenticator factor
  user account
  traffic visit visitor
  experiment variant ab
  feature flag
  ad advertising
  semantic similarity meaning
  restaurant food
  place location
  nearby near
  address street
  route direction drive
  weather temperature
  rain umbrella snow
  hot cold temperature heat
  forecast tomorrow
  flight plane fly airplane
  hotel accommodation stay
  train rail
  taxi cab ride
  car vehicle
  passport visa
  light lamp
  heating thermostat
  doctor physician dermatologist
  medicine drug medication pill
  symptom pain
  sleep night
  meal food eat
  calorie nutrition
  recipe cook
  grocery shopping
  share stock
  currency dollar euro exchange
  crypto bitcoin coin
  bank account
  loan mortgage
  video movie film clip
  song music track
  speech speak voice spoken aloud
  translate translation language french german spanish
  grammar spelling typo
  sentiment mood positive negative
  redact hide anonymize mask
  smaller resize
  website site page web
  internet web online
  news headline press
  paper study article research
  tweet twitter
  quiz question
  synonym similar
  difference between
  number digit
  equation solve
  average mean
  time clock hour
  timezone zone
  unit kilometre mile
  prepare > draft create
  draft compose write
  automatic vacation responder
  holiday > vacation leave responder
  client outside > guest customer
  choose pick select
  off > cancel disable deactivate
  ops deploy > deployment
  finished done complete resolve
  yesterday last > past history
  say said > speaker transcript spoken
  ending extension > name suffix
  report file > create
  report > statistics summary
  let allow grant permit > access share permission
  changed > diff modified
  money > payment amount refund balance
  duty engineer pager > oncall call incident
  page > pagerduty
  signed register > user signup
  database > sql query warehouse
  drive travel > directions route time
  airport > flight
  hot warm > temperature weather
  dark bright > light brightness sun sunset
  trading > price quote stock
  article essay > text
  favourable angry happy unhappy > sentiment satisfaction positive negative
  look > search find show
  look through > search
  plot graph chart diagram
  pandas numpy > python
  contract > document sign
  traffic > visits views
  voucher promo > coupon discount
  ticket > issue flight
  plane > flight airport
  cinema theatre concert > event ticket
  child kid family
  thumbs emoji like > reaction
  handle nickname username > user name
  talk lecture > presentation slide
  dinner lunch breakfast table > restaurant meal
  coffee bar pub food > restaurant place
  shop store > place product
  secure security > vulnerability secret
  hack hacked compromised > breach leak
  old previous earlier former > version revision
  lost broken > reset
  fired quit left > deactivate
  bored fun > game
  big large huge small > size
  type kind category
  colour color
  favourite favorite star
  deadline due overdue late
  late delayed delay
  urgent high priority important
  public open
  private confidential secret
  daily weekly monthly > recurrence recurring schedule
  percent percentage share
  total sum
  maximum highest most
  cheap cheapest lowest > price rate
  fast quick slow > time speed performance
  safe secure > reputation check
  wrong incorrect mistake error
  people person user
  team group department
  owner owns > registration owner
  country nation city town place location
  map geography > coordinates
  coordinate latitude longitude gps
  distance mile kilometre far long
  hour minute day week month year > date time
  birthday anniversary > date
  now current currently today > current
  soon upcoming next > forecast future
  past historical history
  random dice
  letter > mail
  homepage landing > website page
  browser chrome > page website
  click press
  form field > fill
  login password authentication signin
  signin signup > user account
  token jwt
  key secret credential
  hash checksum digest
  link url address
  short shorten
  word definition meaning dictionary
  book isbn author
  course lesson class training
  learn study memorize > flashcards quiz course
  exam test > quiz
  exercise workout training gym run
  pulse heart
  diet nutrition calorie
  illness ill sick symptom
  pharmacy medicine
  hospital clinic > doctor
  wedding party > event
  trip journey vacation > flight hotel travel
  luggage trip > travel
  ferry boat > port tide
  sea beach > tide weather
  electricity power energy
  door key > lock
  vacuum clean cleaner
  camera surveillance snapshot
  pollen allergy hay > air quality
  pollution smog > air quality
  wind storm flood > weather warning
  invest investment portfolio > stock holdings
  dividend earnings > financials
  wire > transfer
  send > transfer
  debt interest > loan
  salary wage payslip pay
  cv resume > candidate applicant
  interview > candidate stage
  complaint complain complained > ticket support customer
  faq help > article support
  warehouse > inventory stock
  checkout > cart order
  track tracking trace status
  arrive arrival eta > delivery status
  pick pickup collect
  label tag
  kanban board sprint
  story epic task
  estimate points
  hours spent > worklog time
  blame author > changed line
  staging staged index
  branch fork
  review reviewer approve
  manual manually hand
  log output trace
  crash crashed crashing restart previous
  pod container
  scale replica copies
  infra infrastructure
  lambda serverless function
  queue message
  dns record domain
  spend spending bill cost > cost
  cpu memory metric > metrics
  latency metric > metrics
  dashboard panel
  mute silence snooze
  wake page > incident
  columns schema structure describe
  rows records
  insert add upsert
  nosql mongo document
  embedding vector semantic
  warehouse bigquery
  virus malware antivirus scan
  phishing scam fraud > reputation
  port open > scan
  expiry expire expires validity
  funnel conversion
  cohort retention return
  seo google > search console
  ads advertising campaign marketing
  google > search web
  logo icon illustration artwork > image picture
  photo portrait camera selfie > image
  crop resize trim
  background transparent
  text scanned handwriting > ocr
  face blur
  metadata exif
  barcode qr
  podcast > audio recording
  voice audio sound
  dub subtitles captions
  clip > trim cut
  youtube video
  album playlist
  hum tune > song music
  language tongue
  proofread > grammar spelling
  tone polite > formality sentiment
  name entity
  gdpr personal pii > redact
  plagiarism copied
  regex pattern expression
  json xml yaml csv > convert
  uuid identifier id
  calculator arithmetic math maths > calculate
  integral derivative differentiate
  matrix determinant
  trend regression > fit line
  workday working business > days working
  holiday > public
  patent invention
  feed rss atom
  broken dead > link
  crawl spider site
  scrape extract
  social network media
  hashtag tag
  brand reputation > mentions
  reddit forum discussion community
  linkedin twitter facebook instagram > post social
  opened seen > read unread
  unopened > unread
  mailinglist > audience subscriber newsletter
  signup enroll join subscribe > add subscriber register
  unsubscribe > subscriber remove
  tick > complete done
  phone phoned telephoned > call
  appear arrive > change new
  inside within > contain content
  tarball tgz tar rar 7z gz > archive
  cloud > drive upload storage bucket
  photo video > file
  upload put > upload
  remark > comment note
  evolve evolution > history
  history > log past commit
  handover reassign > assign
  earn earned earnings income > payslip salary pay
  usage utilization consumption > metrics usage
  usage load memory cpu disk > metrics
  steep climb hike mountain altitude height > elevation
  ate eaten drank lunch breakfast snack > meal food eat
  bowl plate dish > meal food
  pizza sushi burger curry > food restaurant meal delivery
  bread egg milk vegetable fruit > food grocery
  jazz rock pop classical tune > music song play
  anotherword > synonym
  opensource > repository github
  popular famous trending > stars sort
  server > dns machine instance
  mailserver > mx dns
  comment text > language
  home house > door address
  comment feedback review opinion
  invoice bill > supplier customer invoice bill
  supplier vendor > bill
  engineer developer > oncall
  land > merge
  squash > merge
  patch > diff
  deploy rollout > deployment release workflow apply
  feature > flag branch
  website site homepage > page url uptime
  online > web
  alive reachable responding > uptime
  down > uptime outage
  holiday away > vacation
  back > return restore revert
  moneyback > refund
  busy > status available free
  status > state
  handle > user name
  team > channel
  mention > search
  recording > audio
  doc docs > file document drive
  colleague coworker > people share
  signedup > user
  many > count
  users > user
  current > status
  commit > git
  meeting > video audio
  website open > fetch url page
  text > content
  sprint scrum agile > board
  finance money budget > cost
  heading headline > title
  essay letter memo > document text
  wife husband mum mom dad friend > person
  kitchen bedroom bathroom living room > room
  appliance gadget device
  heater radiator > heating thermostat
  curtain blind > device
  watch wearable fitbit
  jog run ran swim cycle > workout activity
  headache fever cough > symptom
  house home mortgage > loan
  landlord rent > transfer
  rent hire lease
  taxi cab uber lyft > ride
  subway bus tram metro > transit directions
  walk drive bike cycle > directions
  journey commute > directions route
  museum hotel attraction sight > place
  restaurant cafe > place
  sneaker shoe shirt dress > product
  shopper buyer > customer
  parcel box > shipping
  mailman courier > pickup
  stamp postage > label shipping
  receiver recipient addressee
  cv resume > applicant
  onboarding newcomer > onboard hire
  layoff resign leaver > deactivate
  manager supervisor lead > reports
  teammate colleague > employee
  raise issue > create
  complaint > ticket
  bug defect crash > error
  slow > performance time
  stacktrace traceback > trace stack
  pretty beautify tidy indent > format
  mistake flaw smell > lint
  compile build > run
  unittest > test
  coverage > test
  author wrote written > blame
  snapshot checkpoint > backup
  export > download dump
  import > load restore
  migrate > move
  clean purge wipe empty flush evict > delete flush
  expire invalidate > flush
  nosql > mongo
  join > merge
  schema field > column
  meaning similar > semantic nearest
  pwned leaked > breach
  antivirus infected infection trojan > virus
  fake spoof > phishing
  ca issuer > certificate
  locate located where > location
  vpn network > ip
  2fa otp totp > mfa factor
  offboard suspend disable > deactivate
  variant split > experiment
  rollout percentage > flag percent
  advert campaign promote promotion > ads campaign
  pageview visit hit > views
  forecast predict > forecast
  storm hurricane flood thunder > weather warning alert
  coat jacket sunscreen > weather
  temperature degree > weather
  sunset dusk dawn > sunset sunrise
  altitude > elevation
  timezone clock > zone time
  fly flying > flight
  layover nonstop direct > stops
  lodging inn hostel motel room > hotel
  stay overnight > hotel
  suite > room
  dine eat > restaurant
  visa passport citizen immigration
  dim brighten lamp bulb
  gate terminal > flight
  share ticker equity > stock
  gain loss > portfolio
  dividend balance > financials
  rate exchange forex
  euro dollar yen pound > currency
  bitcoin ethereum > crypto
  movie > video
  caption > describe subtitles
  alt > describe
  hide obscure > blur redact
  sketch illustrate design > generate draw
  enlarge bigger upscale > resize
  rotate flip > edit
  scenic motif > stock photos
  narrate speak pronounce > speech aloud
  dictate dictation > transcribe
  soundtrack mp3 wav > audio
  shazam > identify song
  interpret > translate
  brief overview outline recap tldr > summarize summary
  punctuation proofreading > grammar
  emotion feeling mood > sentiment
  anonymise anonymize censor > redact
  complexity difficult hard > readability
  length long > count duration
  reword rephrase paraphrase > text
  thesaurus > synonym
  glossary vocabulary > dictionary
  path select pick pluck > extract query
  conform comply > validate
  tabular table > csv
  guid > uuid
  inches feet pounds fahrenheit celsius gallon litre > units
  percentile variance deviation median > statistics
  slope intercept correlation > regression
  weekday workday > working days
  bank > holiday account
  lookup google bing > search web
  journalist article report > news
  scholar academic scientific journal > papers
  biography who > wikipedia
  encyclopedia encyclopaedia > wikipedia
  snap capture > screenshot snapshot
  tool > package
  opinion buzz > mentions
  draft queue later > schedule
  trivia > quiz
  tutorial mooc > course
  line note word > message
  prospect > lead subscriber
  mailbox inbox > message search
  anything something > search
  crew staff group > team members
  remember > reminder
  viewonly readonly auditor > role access reader
  right rights privilege > access permission share
  give grant > access
  fill > update values form
  cell > range values spreadsheet
  price > values
  resolved > approve
  bring land > merge
  main master trunk > branch
  sent unsent > shipped fulfilled fulfilment
  graph board > dashboard panel chart
  latency throughput error > metrics
  sql > query select
  copy safety > backup
  index ingest > upsert embed store
  close closes open opens > opening hours
  bakery pharmacy museum supermarket cinema > place
  spending spent > transactions cost expense
  current checking savings > account
  square root sine cosine power logarithm plus minus times > calculate expression
  math sum percentage > calculate
  blog post article > page
  url link http > page fetch
  block slot reserve > calendar event
  hour > event time
  attend regret > decline invitation
  talk meet > meeting
  question ask > message post
  seat ticket > flight event
  lighting > light scene
  seminar workshop conference > event
  dentist gp surgeon therapist > doctor appointment
  movement payment spending > transactions
  sticker > label
  green red failing > status
  healthy unhealthy running > status state
  hyperlink href > link
  case > ticket
  shopper reader viewer > customer visitor
  card > charge payment
  debtor > unpaid invoice
  ill > sick leave
  extension > phone directory
  paragraph passage chunk > text
  brochure manual handbook > document pdf
  minutes > notes
  guide handbook manual policy > wiki page
  maintainer > issue repository
  critical blocker severe > priority severity
  print printed > log output
  hole weakness > vulnerability
`;

/** A word that stands for another one. */
export interface Synonym {
  readonly term: string;
  readonly text: string;
}

const wordsIn = (side: string): readonly Synonym[] =>
  side
    .trim()
    .split(/\s+/)
    .map((text) => ({ term: termOf(text), text }));

const readGroups = (): ReadonlyMap<string, readonly Synonym[]> => {
  const found = new Map<string, Map<string, Synonym>>();
  for (const line of GROUPS.trim().split('\n')) {
    const [asked = '', had = asked] = line.split('>');
    for (const { term } of wordsIn(asked)) {
      const synonyms = found.get(term) ?? new Map<string, Synonym>();
      for (const synonym of wordsIn(had)) if (synonym.term !== term) synonyms.set(synonym.term, synonym);
      found.set(term, synonyms);
    }
  }
  return new Map([...found].map(([term, synonyms]) => [term, [...synonyms.values()]]));
};

const SYNONYMS = readGroups();

/** The words that stand for a term; empty if none is known. */
export const synonymsOf = (term: string): readonly Synonym[] => SYNONYMS.get(term) ?? [];
