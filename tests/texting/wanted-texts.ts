/**
 * Texts as people send them, separated by bars, under what they want: `when: what comes of it`. The world is in
 * `wanted.test.ts`. `kept`: a note, word for word, without an answer. `hint X`: the same with an answer that has X.
 * `does X`: no note, and an answer that has X. `remind X`: the answer that names this time; the note has no time in
 * it. `posts X`: X is on #family. `stops`, `starts`, `joins`: that, answered once.
 */
export const WANTED: Record<string, string> = {
  'any time: does 1 #groceries': `What stands on #groceries ? | what else do we need on #groceries? | what do we need from #groceries | What do I need to get from #groceries? | do we need anything from #groceries? | what did bob put on #groceries? | Whats on the #groceries board? | Show #groceries pls | what's currently on #groceries? | List everything on #groceries | Could you list #groceries for me | see #groceries | What did we put on #groceries? | gimme #groceries | What's still on #groceries? | open #groceries please | check #groceries | Show me my #groceries | #Groceries ? | what all is on #groceries |
    what's on #groceries | What’s on #groceries? | whats on #groceries | Whats on #groceries? |
    what is on #groceries | Show me #groceries | show #groceries | show me what's on #groceries | What's in #groceries ? |
    please show me #groceries | Can you show me #groceries? | can u show #groceries pls | list #groceries |
    what do I have on #groceries | what's new on #groceries | anything new on #groceries? | #groceries? | ? #groceries |
    Hey, what's on #groceries | What's on my #groceries list? | show me the #groceries board | show me all of #groceries |
    wats on #groceries | what do we have on #groceries? | Show me everything on #groceries. | what's left on #groceries |
    What is on the #groceries list please | #groceries ? | Read me #groceries | what did I put on #groceries | latest on #groceries`,
  'any time: does 1 #family': `what did Ann post on #family | What did ann say in #family? | show me what Ann wrote on #family | anything Ann added to #family? | anything from ann on #family? | What's on #family? | whats new in #family | Show me #family | show #Family please | Anything new on #family`,
  'any time: hint A hashtag makes a board': `how do I make a board | How can I start a new list?`,
  'any time: hint swordfish': `look up the wifi | Look up our wifi`,
  'any time: does wifi': `Show me everything about the wifi | show everything about wifi | show my notes about wifi | give me all my notes on wifi | Find wifi | search: wifi password | Search for my wifi password pls | look for my wifi password | find the note about wifi | find our wifi password please | search my notes for wifi | find anything about wifi | Search notes for wifi |
    find the wifi password | Find the wifi password | find wifi password | search wifi | Search for the wifi password |
    search for wifi | please find the wifi password | can you find the wifi password? | find my wifi password. | Find me the wifi password |
    ? wifi | ?wifi | ? wifi password | Look for the wifi password | Could you find the wifi password please`,
  'any time: does boards: #': `list all my boards | Boards please | show me all my boards | what boards are there? | Which boards am I on |
    ? | BOARDS | boards | Boards? | show my boards | what boards do I have? | list boards | list my boards | my boards |
    Show me my boards | which boards do I have | show all boards | What are my boards?`,
  'any time: does Deleted: "Try the ramen place': `sorry wrong, delete | nvm delete | No, wrong. Delete | that was wrong, delete | Delete | DELETE | delete that | Delete that. | delete this | delete it | Delete my last one | delete the last one |
    delete my last note | delete last | Delete last message | please delete that | Can you delete that? | remove that | Remove it |
    remove my last text | erase that | delete that one please | Delete!! | delete my last message | Please delete the last note |
    delete that last one | Delete the last text I sent | oops delete that | sorry, delete that | delete previous`,
  'any time: does Taken back': `undo please | Undo the last one please | Undo last message | undo that one | UNDO! | Please undo that | undo my last |
    Undo | UNDO | undo that | Undo that please | undo it | undo last | Undo the last one | take that back |
    undo this | oops, undo | please undo | can you undo that? | undo!!! | Undo my last text | oops undo that`,
  'any time: does Also on #groceries': `Add this to #groceries | Put it in #groceries | add to #groceries | put on #groceries | Add that one to #groceries please | move that to #groceries | can you add it to #groceries | also add it to #groceries | tag it #groceries | Save it under #groceries | that should be on #groceries | add #groceries |
    +#groceries | add that to #groceries | Put that on #groceries | put it on #groceries too | Add it to #groceries please |
    also put that on #groceries | add my last note to #groceries | post that to #groceries | Put this in #groceries | please add that to #groceries |
    add the last one to #groceries | save that to #groceries | Also on #groceries | + #groceries`,
  'any time: does longer on #food': `-#food | take that off #food | Take it off #food | remove that from #food | Remove it from #food. | remove my last note from #food`,
  'any time: does Muted': `Please mute #family | Mute #family for now | I want to mute #family | mute notifications from #family | turn off texts for #family | Turn off notifications from #family | Don't text me about #family | stop messages from #family | Stop notifying me about #family | mute the family board | no texts from #family please | Mute #family thx | MUTE FAMILY | turn off notifications for the #family board | do not text me about #family anymore |
    MUTE #family | Mute #family | mute #family | Mute #family. | please mute #family | mute #family please | Mute the #family board |
    stop texting me about #family | No more texts about #family | turn off #family | turn off notifications for #family | Stop notifications from #family |
    silence #family | Mute #Family | can you mute #family? | mute #family pls | mute #family 🙏 | mute: #family | Turn #family off |
    no notifications from #family | unsubscribe from #family | stop #family | mute family | Mute family please | Stop sending me texts from #family`,
  'any time: does again': `Unmute #family please | turn notifications for #family back on | turn on #family | unmute the family board |
    Unmute #family | unmute #family | UNMUTE #family | please unmute #family | turn on notifications for #family | turn #family back on | unmute family`,
  'any time: does One text': `Digest daily at 8am | digest daily 7:30am | Digest weekly | Daily digest at 8 please | can I get a daily digest | give me a weekly digest on sunday | digest every sunday at 6pm | Send a daily digest at 7pm | daily digest for #family at 8am | Digest weekly friday 5pm |
    DIGEST daily 8am | Digest daily 8am | digest daily | Digest weekly sunday 6pm #family | daily digest at 8am | Daily digest | weekly digest |
    send me a daily digest at 8am | digest every day at 8am | Digest every sunday 6pm | digest daily at 8 | I want a daily digest | Digest Daily | digest every morning |
    Weekly digest on sundays at 6pm`,
  'any time: does no digest': `turn off digests | Stop digest | cancel the daily digest | No digest | digest off please | Digest off for #family |
    Digest off #family | DIGEST off | digest off | Digest off. | turn off the digest | stop the digest | no more digests | Turn digest off`,
  'any time: does for you': `my timezone is pacific | TZ Europe/London | tz london | Set time zone to Paris | tz: tokyo | Timezone Europe/Berlin | change time zone to Madrid | tz est | My time zone is Eastern | tz = berlin | Set tz Berlin | I'm in timezone Europe/Rome |
    TZ Europe/Berlin | Tz berlin | tz berlin | TZ: berlin | timezone Berlin | Time zone Berlin | my timezone is Berlin | My time zone is Europe/London |
    set my timezone to London | set timezone to new york | Timezone: pacific | change my timezone to Tokyo | Tz chicago | Tz houston | tz munich |
    Tz san francisco | TZ texas | tz Florida | Tz bangalore | TZ st. louis | tz pst | Tz new york city | tz milan | Tz seattle | tz Köln | Tz São Paulo |
    TZ Austin, TX | Tz Portland Oregon | tz birmingham uk | Tz Ho Chi Minh City | TZ california`,
  'any time: code Sign in': `Login please | Log me in please | Send me the login link | sign in link | can i get a login link | Link to log in | I want to log in | log in link |
    LOGIN | Login | log in | Log in please | log me in | sign in | sign me in | send me a login link | Login link | login pls | Can you send me a login link? | send me the link to log in`,
  'any time: does reply STOP': `HELP ME PLEASE WITH THIS PHONE | help me with this | help me use this thing | Help pls | I need some help | HELP? | What can I do here? | how does it work | what commands are there | show commands | list commands | what can you do for me | Hilfe! | ayuda por favor | Aide | how do you work | what do I text? | Can you help me? | Can you help? | help me please | Help!!! |
    HELP | Help | help! | Help me | help please | Info | how does this work | How does this work? | what can you do? | commands |
    what can I text | AYUDA | Ayuda! | AIUTO | HILFE | Hilfe bitte | AIDE | aidez moi | AJUDA | hulp | hjälp | hjelp | pomoc | помощь | 帮助 | ヘルプ |
    ? help | ?help | I need help | How do I use this? | list of commands | yardım | apua | help pls | HELP ME!! | instructions`,
  'any time: does no question': `MORE | More | more please | show more | show me more | more! | Next page `,
  'any time: stops': `No me mandes mas mensajes | ya no quiero mensajes | No quiero recibir más mensajes de texto por favor, gracias | Dejen de mandarme mensajes | Basta messaggi per favore | Non mandatemi più messaggi | smettetela di scrivermi | per favore non scrivetemi più | Por favor, pare de me mandar mensagens | Não quero mais mensagens | chega de sms | Bitte keine SMS mehr | Keine Nachrichten mehr bitte | Ich will keine weiteren Nachrichten von euch | Hören Sie auf mir zu schreiben | Arrêtez de m’envoyer des messages | plus de messages svp | Ne m'envoyez plus de SMS | geen berichten meer aub | inga fler sms tack | Stop! | STOP. | Stop texting | stop texting me please | Please stop texting me. | STOP MESSAGING ME | Unsubscribe me. | unsubscribe pls | Opt out please | please unsubscribe me | please unsubscribe | Remove me from your list | take me off the list | stop sending me messages | Stop sending texts | STOP SENDING ME THESE | dont text me | Don't text me | do not contact me | stop contacting me | I don't want these texts | I don't want any more texts | please remove me | remove me | Cancel my subscription | END ALL | stop it please stop texting me | arrêt svp | PARAR por favor | stopp bitte | стоп пожалуйста | Stop spamming me | stop with the texts | Enough, stop texting me | take my number off your list | delete my number | stop these messages | Please quit texting me | STOP texting this number | i'd like to unsubscribe | let me unsubscribe | STOP!!!!!! | stopall | st op | S T O P | STOPP texting | cancel all |
    STOP | Stop. | stop | STOP ALL | Stop all | STOP PLEASE | please stop | Stop please! | stop texting me | Stop texting me. | STOP TEXTING ME!!! |
    unsubscribe | unsubscribe me | Unsubscribe please | opt out | Opt-out | OPT ME OUT | ARRET | Arrêt | arrêtez | ALTO | Alto. | PARAR | Parar | BAJA | baja | PARE | STOPP | Stopp! |
    stop messaging me | stop sending me texts | Please stop sending me messages | no more texts | No more messages please | don't text me anymore | Do not text me |
    Dont text me again | stop all messages | STOP STOP | cancel | END | Quit | revoke | take me off this list | Take me off your list | remove me from this list |
    I want to unsubscribe | i want to opt out | stop these texts | Stop the texts please | quit texting me | DESABONNER | abmelden | Abbestellen  | стоп | 停止 | 退订 | СТОП! | stop stop stop | Pls stop texting | stoppen | stop 🛑 | “STOP” | Stop now | STOP IT NOW PLEASE STOP TEXTING ME | unsubscribe me please | stop msgs | TD |
    Please remove me from your list | desuscribir | AVSLUTA | stop texting this number `,
  'any time: does Others see you as': `NAME Jo Miller | my name is Jo | My name’s Jo Miller | NAME: Jo | set my name to Jo | Change my name to Jo Miller`,
  'any time: does On #family: Ann': `who has #family | who is on #family | Whos in #family? | WHO #family | who's in the #family group? | show me who is on #family | Who can see #family? | members of #family | list the people on #family`,
  'any time: does Only the owner of #family': `INVITE +1 202 555 0199 #family | invite (202) 555-0199 to the #family board please | Can you invite 202.555.0199 to #family | invite #family 2025550199 | add 202-555-0199 to #family`,
  'any time: asks Reply OK': `INVITE 202 555 0199 #groceries | please invite 2025550199 to my #groceries board`,
  'any time: hint INVITE': `How do i share a board with my wife? | invite my sister | Invite mum to #groceries | invite 202 555 0199 | how do I invite someone`,
  'any time: does No reminder is to come': `REMINDERS | what are my reminders? | show my reminders | any reminders? | what reminders do I have coming up | check my reminders | do I have any reminders? | what is my next reminder`,
  'any time: does I will ask you every day at 9:00 pm': `ask me every evening at 9 | ASK daily 9pm | Ask me each night at 9pm | can you ask me every day at 9?`,
  'any time: does You have left #family': `LEAVE #family | leave #family please | I want to leave #family | take me off #family | remove me from #family | get me out of #family`,
  'reminded: does 5:00 pm': `snooze till 5 | Snooze until 5 | snooze til 5 | snooze to 5:00 | remind me until 5`,
  'reminded: does I will text you': `EDIT remind me at 6pm | EDIT 6pm | move it to 6pm | change it to tomorrow 9am | push it to 8pm | ask me later | in a bit | make it 7pm`,
  'any time: keepsAndStops': `basta | halt | SAIR | cancelar | FERMA | iptal`,
  'any time: does #groceries is a list': `make #groceries a list | Make #groceries a shopping list please | turn #groceries into a list | Can you make the #groceries board a list?`,
  'any time: does Also on #groceries, no longer on #food': `move that to #groceries | Move it to #groceries please | can you move my last note to the #groceries board`,
  'any time: hint STOP': `stop it | wrong number | leave me alone | how do I unsubscribe? | who is this | Stop bothering me | lose my number | Wrong number, sorry`,
  'any time: remind Mon 23 Nov 9:00 am': `tomorrow 9am remind me to call mum | remind me to call mum in the morning tomorrow | 9am tomorrow remind me to call mum | Reminder call mum tomorrow 9am | remind me call mum tomorrow 9am | Please remind me tomorrow at 9am to call mum | can you please remind me to call mum tomorrow at 9 | Hey can you remind me to call mum tomorrow at 9am? | I need to be reminded to call mum tomorrow 9am | Tomorrow at 9am remind me to call mum | tomorrow 9am remind me to call mum | at 9am tomorrow remind me to call mum | remind me on monday at 9am to call mum | Set an alarm to call mum tomorrow 9am | Remind me 2 call mum tomorrow 9am | plz remind me 2 call mum tmr 9am | Remind me about call mum tomorrow at 9am | Remind: tomorrow 9am call mum | Set a reminder: call mum tomorrow 9am | make a reminder for tomorrow at 9am to call mum | Reminder for tomorrow 9am: call mum | new reminder: call mum tomorrow 9am | Can i get a reminder to call mum tomorrow at 9am | i want a reminder to call mum tomorrow 9am | please set a reminder to call mum tomorrow at 9am | reming me to call mum tomorrow 9am | Remind me to call mum monday 9am | Remind me to call mum @ 9am tomorrow | Call mum tomorrow 9am remind me | dont let me forget to call mum tomorrow 9am | please remember to remind me tomorrow at 9 to call mum | Remind me please to call mum tomorrow at 9am |
    Remind call mum tomorrow 9am | remind me tomorrow 9am to call mum | Remind me to call mum tomorrow at 9 | please remind me to call mum tomorrow at 9am |
    Can you remind me to call mum tomorrow at 9am? | can u remind me to call mum tmr 9 | pls remind me to call mum tomorrow 9am | Could you remind me tomorrow at 9 to call mum |
    hey remind me to call mum tomorrow 9am | Hi! Please remind me to call mum tomorrow at 9am. | I need a reminder to call mum tomorrow at 9am | set a reminder to call mum tomorrow 9am |
    Set a reminder for tomorrow 9am to call mum | reminder to call mum tomorrow 9am | Reminder: call mum tomorrow 9am | remind: call mum tomorrow 9am | REMIND ME TO CALL MUM TOMORROW 9AM |
    Don't let me forget to call mum tomorrow at 9am | remind call mum tomorrow 9am | Remind me 9am tomorrow call mum | Would you remind me to call mum tomorrow at 9am please |
    ok remind me to call mum tomorrow 9am | call mum !tomorrow 9am | Remind me to call mum tomorrow morning at 9 please | Remnd me to call mum tomorrow 9am | remind em to call mum tomorrow 9am |
    reminder call mum tomorrow 9am | Remind me: call mum tomorrow 9am | Remind me, tomorrow at 9am, to call mum | set reminder call mum tomorrow 9am | give me a reminder to call mum tomorrow 9am |
    I want to be reminded to call mum tomorrow at 9am | remind me to call mum tommorow at 9am | set an alarm for tomorrow 9am to call mum | remember to remind me to call mum tomorrow at 9am |
    Rmind me to call mum tomorrow 9am | Remind me to call mum tomorrow at 9am 🙏 | Remind me to call mum tomorrow 9am thanks! | create a reminder to call mum tomorrow 9am | add a reminder to call mum tomorrow 9am`,
  'any time: remind Mon 23 Nov 7:00 am': `wake me at 7 | Wake me up at 7am | wake me up tomorrow at 7 please | Set alarm for 7 tomorrow | get me up at 7 | Can you wake me at 7 tomorrow? | remind me at 7 to wake up`,
  'any time: remind Sun 22 Nov 6:45 pm': `Set an alarm for 6:45 | set alarm 6:45pm please | Alarm at 6:45`,
  'any time: remind every Friday, first Fri 27 Nov 7:00 am': `remind me every friday 7am to put the bins out | Please remind me to put the bins out every friday at 7am | can you remind me every friday at 7am to put the bins out`,
  'any time: hint remind me': `remind me about mum | Remind me to buy milk soon | pls remind me to water the plants | reminder: milk | Can you set a reminder? | remind bob about the drill | Set a timer for 10 minutes | Remind me when I'm home | message me at 4 | Don't let me forget the cake | i need to be reminded about the rent |
    remind me to call mum | Remind me | Remind Bob | please remind me to buy milk | can you remind me about the dentist? | Remind call mum | reminder to pay rent |
    Set a reminder | remind me at some point to fix the tap | remind me when I get home to feed the cat | remind us to bring chairs |
    I need a reminder | nudge me at 6pm | set an alarm | alert me at 8pm | remind me later | Please remind me`,
  'any time: hint 22 Nov: Try the ramen place': `Which ramen place was that? | How much was the ramen? | did I save the ramen place? | what was that ramen place called? | What was the name of the ramen place?`,
  'any time: hint The wifi password is swordfish': `whats the wifi password? | Where is my wifi password | do i have anything about wifi | where did i put the wifi password | what is our wifi password? | whats the wifi | what is the wifi password? | what's the wifi password?`,
  'any time: hint BOARDS lists': `show my notes | Show me all my latest notes please | list my texts`,
  'any time: hint ?': `where did we park? | What's the code for the gate? | when is my dentist appointment? | where's the key | which plumber did we use? | Who fixed the sink? | what did Bob say about the roof? | Do I have any recipes? | Where is my passport | what's my license plate | How long do I boil eggs? | When did I buy the car? |
    where is the passport? | Where are the spare keys | when is the dentist? | where did I put the drill |
    Who has the ladder? | what is the gate code | do I have a note about the boiler? | when does school start | What's my blood type | search`,
  'any time: hint kept as a note': `show me everything about unicorns | find plumber | search for unicorns`,
  'any time: hint DELETE': `delete everything | Delete all | delete the note about ramen | remove the milk one | delete note 2 | remove all my notes | Delete my notes please | nevermind | nvm | ignore that | forget that | delete these |
    delete the milk one | Delete the note about milk | delete all my notes | Remove milk | cancel that | never mind | Nevermind | delete everything | forget it | scratch that | remove milk from the list | delete milk | delete the last two`,
  'any time: does Changed to "ramen on 6th"': `change my last note to ramen on 6th | change the last one to ramen on 6th`,
  'any time: does Changed to "Try the noodle place': `Edit Try the noodle place | change that to Try the noodle place | I meant noodle not ramen | sorry, noodle, not ramen | change ramen to noodle | not ramen but noodle`,
  'any time: does Changed to "Try the ramen plate': `*plate | plate* | I meant plate not place`,
  'any time: hint EDIT': `*6th | edit my last message | Edit that | change it to Friday please | fix the last one | I meant ramen on 6th | edit last | update that: closes at 9 | correction, it closes at nine | Replace it with pasta |
    edit the last one | change that to friday | Change it to 6pm | edit my last note | I meant friday | correction: it is on 6th street | Correct that | *ramen | fix that typo`,
  'any time: hint #groceries?': `#groceries | #Groceries`,
  'any time: hint MUTE': `mute | Mute everything | mute all | mute the group | unmute | too many texts | turn off notifications`,
  'any time: hint DIGEST': `Can you text me once a day instead of every time | fewer texts please | send me fewer messages | one text a day | digest | Digest please | digest for family`,
  'any time: hint TZ': `tz | what time zone am I in? | Timezone | change my timezone | the time is wrong | tz middle earth`,
  'any time: hint MORE': `mroe`,
  'any time: hint UNDO': `take it back | undo the last three | undo everything`,
  'any time: hint SNOOZE': `snooze | Snooze 2h | snooze till tomorrow`,
  'any time: hint HELP': `what are the commands for lists? | helpp | commadns | can you add a photo to my note? | Can you hear me?`,
  'any time: hint RE ': `reply: sounds good to me | Reply I can do that | answer Ann yes`,
  'any time: hint LOGIN': `how do I log in on my laptop? | what's my password | forgot my password`,
  'any time: kept': `remind students to bring blankets #class | ? : is ternary, ?? is nullish #js | name tags for the party | name the baby Theo | name brand cereal | help me with the couch | Help with my phone | who has the keys #food | find a plumber | Find cheap flights to Lisbon in May | edit the ramen video | Edit the video | Buy udon, not ramen | Keine Nachricht von Oma | Basta pasta, messaggi di Anna | plus de beurre | got milk on my shirt | Bought the eggs from the farm | not the eggs | first things first | The first one to leave turns off the lights | wake up at 6 every day, says Tim | buy stamps | Lunch w/ Sam 12:30 | The wifi at work is guest/guest | Stop by the bank | Cancel Netflix before the 3rd | Ends on friday | Call Dad | remember dad's birthday 4 may | Return the drill | Change the sheets | Remove the old carpet | Delete old photos from phone | Fix the fence | Fix the tap | Find a babysitter for friday. Ask Cho | Search for meaning, by Frankl | Show dad the photos | List the car on ebay | Add more RAM to the server | Put the car in the garage | Move the couch to the den | Take vitamins | Mute the mic before the call | Help Sam with his homework | Info night at school 7pm Thursday | Start the dishwasher | join the library | Yes to the wedding invite from Tom | ok so the plan is ramen then karaoke | More than this by Roxy Music | One more thing: batteries | Done is better than perfect | Later: look at the mortgage | Tomorrow never dies | Next page bookstore on 5th | All quiet on the western front | End credits song is by Moby | Quit sugar | Basta pasta restaurant | Alto Adige wine trip | The answer is 42 | reply to Sam's email | Answer the survey | text the landlord | Ping pong club tuesday 7pm | Alarm code 4471 | Timer is broken | Reminders of him, Colleen Hoover | Snooze bar | log cabin for xmas | Sign the lease | Login for hulu: pw swordfish | password for the router is hunter2 | my boards need sanding | Boards of Canada | how to tie a tie: over, under, through | Who's Who | When Harry Met Sally | Where's Waldo | Which Wich sandwich on 5th | Is this the real life | Can opener | Could be a good gift for mum: scarf | Please Please Me, the Beatles | I want to hold your hand | I need milk | Would be nice to visit Oslo | Will Smith movie | Undo the curse, chapter 3 | Take five, Brubeck | Off with her head | Turn off the stove | Turn on the heating at 6 | Unsubscribe from all the mailing lists at work | Digest of the meeting: nobody agreed | Weekly meeting moved to 3 | Daily vitamins: D, B12 | time zone math for the call with Tokyo | link to the doc: example.com/x | so tired today | Haha | ❤️ | good night | Hi | Hello! | test | Testing 123 | what? | Really?? | Idea: an app for plants |
    milk | Buy milk and eggs | Try the ramen place on 5th st | https://example.com/a?b=c | Great idea for the talk: start with the end | 🎂🎂 | Call the plumber 555 0199 |
    More milk | done with the dishes | the end | Stop at the pharmacy | start running again | Yes | yes! | ok | Sure | Join the gym | re the roof: call Dave | Re the roof | mute the tv | help mum move on saturday |
    END of July: passport | Info session is on Tuesday | delete scene 4 from the script | Undo button should be red | Alto saxophone for Tim | pare down the closet | Bajas 2pm flight | tomorrow | 2 eggs, 1 cup flour |
    Mum's birthday is 3 dec | dentist friday 9am | all of it | Boards for the shelf: 2x4 | More light in the hallway | Done! Painted the fence | Snoozing is bad | stop loss at 42 | Show starts at 8 |
    Put the bins out | Add oil to the car | Take the bus home | Find joy in small things | Search party on sunday. Bring lamps | cancel the dentist | Cancel gym membership | quit smoking | Unsubscribe from the newsletter |
    opt out of cookies | Start over with chapter 2 | List of songs: a, b, c | ¿Qué tal la cena? | je dois acheter du pain | Brot kaufen | 牛奶 | Edith's number is 555 0142 | Digesting the news | log the hours | Login page needs a logo |
    “Quote to remember” | Remember the milk | Remember to call mum | Remainder of the rent: 400 | Reminders app is bad | Tell Bob about the party | Ask Ann whether she comes | See you at 5 | I'm in Berlin | Dinner at Luigi's at 7 |
    Delete key is broken, order a new one | Where the wild things are | What a day! | What if we painted it blue | When in Rome | Who Framed Roger Rabbit | How to train your dragon | Show Boat | Help! by the Beatles, original pressing |
    Change oil at 50,000 km | Edit pass on chapter 3 due monday | Mute swans at the lake | the ramen place closes at 10 | one | Oh yes | no thanks | Wifi at cafe: latte123 | Find Waldo poster for Tim's room | No more sugar |
    No more coffee after 4 | stopwatch | Stop & Shop list: eggs, ham | Text Dave about the roof | wake up at 7 every day | Stopover in Doha 3h | UNTIL | Halt at platform 9 | hello | Thanks! | 👍 | lol |
    I can | ALL | quarter past | 27 | y27 | note to self: be kind | P.S. I love you | Baja California trip idea | Parkplatz 42 | Please | Sushi? | is the shop open on sunday | 12/24 | Take that trip to Rome | share the recipe with Jan | language class starts in german on monday | No more sugar please | mute the mic | take the trash out of the food truck | sorry about the noise | kick the ball around with Tim | remove Tim from the car seat | change the filter at Mrs Kims | cancel the invitation to the gala dinner for ten people by friday noon please ask Jo | food notes from the tasting | skip the gym | send this to the printer shop on 5th before noon`,
  'any time: posts Milk and eggs are out': `Milk and eggs are out #family | #family Milk and eggs are out | #Family Milk and eggs are out`,
  'any time: posts Who can pick up Tim?': `Who can pick up Tim? #family | #family Who can pick up Tim? | #family: Who can pick up Tim?`,
  'any time: posts reminder': `#family reminder that school is off on Monday`,
  'reminded: does again': `later pls | in like an hour | remind me again after dinner | tomorrow instead | push to 6 | give me 15 more min | snooz 15 | ugh 5 more min | Please remind me again in one hour. | remind me again in fifteen minutes | Snooze 30 min | snooze for an hour | snooze until 6pm | Snooze til tomorrow | remind me in an hour | Remind me again later | later! | Not now | remind me tonight | Remind me at 5 | snooze 1 hour please | in 20 minutes | tomorrow morning | tomorrow | 10 more minutes | snooze 10m | an hour | remind me again in 15 | postpone | wait |
    snooze | Snooze | SNOOZE | Snooze 2h | snooze 2h | snooze for 2 hours | Snooze until tomorrow | snooze till 5pm | snooze it | snooze please | Snooze! | remind me later |
    remind me again in an hour | Remind me again tomorrow | Remind me in 2 hours | later | not now | Later please | remind me tomorrow | snooze an hour | snoozee | snoze | Remind me again at 5pm | snooze 20 min | Remind me of this tomorrow | in an hour | please again in 30 minute`,
  'reminded: does Done': `STOP REMINDING ME | all taken care of | thx did it | stop this one | did it already lol | I have done it, thank you. | Taken, thanks | ✅ done | okay that is done | Done. | done ty | OK done | All done! | Did that | i did | It's done! | finished! | Yes, done | done 👍 | Did it already | just did it | got it done | completed ✅ | Done with it | plants watered, done | took care of it | ✔️ |
    done | Done | DONE! | done thanks | Done ✅ | I'm done | im done | all done | did it | I did it | Done it! | ok done | it's done | finished | done done | Done, thank you | Already did | completed | ✅ | yes done | marked done | done!! 😀`,
  'reminded: does Done: ': `stop reminding me | done all | Stop this reminder | don't remind me again | no more reminders`,
  'reminded: kept': `bring it back | done with the dishes | later in the day there is a show | finished the book by Sontag | ok`,
  'told: hint to answer Ann': `I can do it | yes I will | Nope | yep | Sure! | Sorry, I'm at work | I'll get her | ok 👍 | ❤️ | maybe Cho can? | Not today | Where is she? | 6 works | I can at 6:30 | thank you! | Haha ok | No problem | who is this | where | Can you do it? |
    I can | Yes | yes! | Me | i can do it at 6 | Sure, will do | No sorry | ok | 👍 | Can't today, working | Yes I can pick her up | what time? | Thanks! | no | On my way | maybe after 7? | Who else could? | I will | lol | Not me`,
  'told: posts I can': `RE I can | re: I can | > I can | RE: I can`,
  'told: does 1 #family': `#family? | what's on #family`,
  'told: posts I can come': `#family I can come | I can come #family`,
  'told: remind Mon 23 Nov 9:00 am': `remind me tomorrow 9am to call mum`,
  'stopped: starts': `start | START! | yes | unstop | START please | Resume | Yes please | restart | start again please | Opt in | turn it back on | text me again |
    START | Start | start! | UNSTOP | Yes | YES | yes please | resume | Start again | start texting me again | subscribe | opt in | Start please`,
  'invited: joins': `yea sure | ok im in | Yes I want to | sí, acepto | accetto | d'accord | einverstanden | bet | Yes. | YES! | yes | ok! | Ok thanks | sure, why not | Sure, sounds good | Yeah sure | yes of course | yup | YES PLEASE | Yes, I do | ok yes | okay! | alright | Yes sir | yes pls | definitely | I'd love to | great, yes | join me | let's do it | si por favor | y | Yes I want to join | fine | k | cool | 👍🏽 | Yes ❤️ | Hi, yes please | Of course! | yass | Start |
    YES | Yes | yes! | Yes please | yes please!! | sure | Sure! | ok | OK | okay | Yep | yeah | y | Y | join | JOIN | Yes I'd love to | yes, thanks | sure thing | Ok sure | accept | I accept | of course | Absolutely! | yess | Yes 👍 | 👍 | start | Yup | ja | sí | oui | yes yes | Count me in | sounds good | I'm in`,
  'invited: stops': `no stop | stop texting me idk who you are | STOP | stop | no stop texting me | Unsubscribe`,
  'invited: does Reply YES': `who dis | who is this? | No | no thanks | What is this?`,
  'new: welcome': `hi who is this | Hello, this is Walter. My granddaughter told me to write here. | what is this number for | Hello | milk | ? pasta | what's on #groceries | Buy milk #groceries | yes | MORE | Mute #family | DELETE | delete that | remember the milk | sure`,
  'new: welcome STOP': `HELP | help me | AYUDA`,
  'new: remind Mon 23 Nov 9:00 am': `remind me to call mum tomorrow 9am | please remind me to call mum tomorrow at 9am`,
  'new: hint remind me': `Please remind me to call mum | remind me about the rent |
    remind me to call mum | Remind me | can you remind me to call mum?`,
  'new: stops': `Stop. | please stop texting me | unsubscribe me | opt out |
    STOP | Stop. | stop texting me | unsubscribe | ALTO | wrong number stop texting me`,
  'photo: does Also on #groceries': `#groceries please | add it to #groceries | Put it on #groceries | this goes on #groceries |
    #groceries | #Groceries | #groceries. | put that on #groceries | +#groceries`,
  'photo: asks OK': `#family | #family! | put that on #family | +#family`,
  'photo: kept': `a view from the train`,
  'any time: does Deleted': `Delete it please | delete that message | Delete my latest note | Can you delete the last one please? | please remove that | delete last one | delete the one I just sent | remove the last note | Delete what I just sent | erase last | delete the previous one | Delete that pls! | remove last message | get rid of that | No delete that`,
  'any time: posts the car': `#family the car is in the shop | the car is out of gas!!! #FAMILY | Can someone take the car? #family | #family can you find the car keys? | #family where is the car? | Please move the car #family`,
  'notes: kept': `lol mr brooks said the quiz is open book #school | omg finally got tix for the show on the 12th | search party hat size for jens bday | who even likes olives | Call Social Security about the letter | The new hearing aid batteries are size 312. | update quote for Hendricks 4200 | when it rains the north wall leaks | make sure Joe signs the W9 | Read chapters 3-5 for Monday | find sources for the Weimar paper | is it worth switching majors | Comprar huevos y leche | Comprare il latte per domani | I CANNOT BELIEVE THE LANDLORD RAISED THE RENT AGAIN | delete his number. never again | lost my jakcet at the bar blue one | call me when you land | take bob off the guest list | share the recipe with Jan | leave the car with Joe | change the name on the lease to Rob | add Rob to the insurance | is the pool private or public | text the plumber about the leak | language class starts in german on monday | delete the half bath from the Nguyen bid #bids | Block party on Elm | delete tiktok off my phone before exams | no cap best pizza ever at Vinnys #food | stop by jens after school | Dear Tom, the tomatoes came in early this year. Love, Grandpa | Changed the oil in the Buick at 61,204 miles. | Invite the Carlsons for bridge on Saturday | Edit my will with the lawyer | In the war we had no such thing as telephones in our pockets | Answer the letter from the VA | bed 4 needs new dressing at shift change #work | vitals ok pt in 12 stable | snooze you lose lol said the new doc | done w nights till thursday 🎉 | 3/4 ply x 12, 2x6x10 x 30 #jobs | Mrs Ortiz wants the trim white not cream | remove old faucet and cap lines at 22 Pine | cancel the dumpster at 14 Oak | change order: add 2 outlets kitchen #jobs | call the inspector re: footing | list price on the Rheem is 1150 | Send invoice to Patel | who's got the laser level? Mike | essay due dec 4 2500 words #uni | Show up to office hours w/ draft | what is justice? Rawls vs Nozick | Why do cats purr? | Theo loves dinosaurs and hates peas | pediatrician said 5ml every 6 hrs | Invite grandma to the recital | Ask Jen if she can carpool wednesday | find a birthday present for Maya | search the attic for the crib | delete the old school app | edit the invitation for Maya's party | show Theo how to tie his laces | pick up Theo at 3 tomorrow | La cita con el dentista fue bien | Mañana hay reunión en la escuela | Die Heizung im Bad tropft wieder | Wer hat den Schlüssel gestern gehabt, frag Jana | Acheter des fleurs pour maman | Marcar consulta com a doutora Ana | STOP LEAVING DISHES IN THE SINK is what I told him | so done with this job | i lov youu guys sooo much | best tacso on elm streeet | dont drink teqila ever agian | y | haha ok | note to self the blue paint is called harbor mist | buy stamps period call Ruth period | Idea for the sermon start with the lost sheep`,
  'notes: hint swordfish': `yo whats the wifi | wifi code? | cual es la clave del wifi | wifi pw? | what's the password for the wifi again | remind me what the wifi password is | search for wifi in my notes | i forgot the wifi password | any idea what the wifi password is | qual é a senha do wifi`,
  'notes: does 1 #trip': `wats in #trip | what all did i save for #trip`,
  'notes: reminds Mon 23 Nov 7:30 am': `rmd me 7:30 tmrw bus money`,
  'notes: hint Kevin': `whats kevins number | do you have the plumbers number | wait what was the name of that plumber | I ASKED YOU WHAT IS THE NUMBER OF THE PLUMBER | can you tell me what is the plumber's number | anything about Kevin? | What was the name of that plumber | number for that plumber? | plumber # | get me the plumbers number | need kevins number | who was the plumber we liked | what was that plumbers name again`,
  'notes: hint Alvarez': `¿Quién es mi dentista? | i need my dentists phone number | Who is my dentist | Please tell me the dentist's telephone number. | dr alvarez number | hey what is the number of my dentist | Who is Dr. Alvarez? | dr alvarez which one | number for the dentist`,
  'notes: reminds Mon 23 Nov 8:00 am': `Kindly remind me to take my blood pressure pill tomorrow at 8 in the morning.`,
  'notes: reminds Fri 27 Nov 9:00 am': `Remind me about the church supper on Friday.`,
  'notes: reminds every day, first Mon 23 Nov 9:00 am': `Remind me daily at 9 AM to take my heart pill`,
  'notes: reminds Thu 24 Dec 9:00 am': `Remind me on 12/24 to call Margaret. | remind me on December twenty fourth to call Margaret`,
  'notes: hint STOP': `quit bugging me | enough with the texts already | i want out | no more please stop | How do I make this stop? | leave me the hell alone | I never signed up for this | no more of these texts please and thank you`,
  'notes: reminds Mon 23 Nov 6:45 am': `remind me 645am tmrw shift`,
  'notes: reminds Sun 22 Nov 4:30 pm': `remind me in 2h check bed 9`,
  'notes: reminds Sun 22 Nov 3:00 pm': `in 30 mins remind me meds room 3`,
  'notes: reminds Mon 23 Nov 12:00 am': `remind me at midnight to chart`,
  'notes: reminds Mon 23 Nov 5:00 am': `alarm 5am tomorrow`,
  'notes: does 1 #family': `whats new on #family`,
  'notes: hint fever': `what did ann say about tim | anything from ann? | what did the doctor say about fever`,
  'notes: hint Tim': `last thing ann posted`,
  'notes: hint DIGEST': `summarize everything once a day at 8 | can i get just one summary a day instead | too many texts, just send me one a day`,
  'notes: does Kevin': `pull up plumber | fidn plumber`,
  'notes: does 1 #house': `show house notes | show me what is on hashtag house`,
  'notes: reminds Mon 23 Nov 7:00 am': `remind me 7am pour at Elm`,
  'notes: reminds Mon 30 Nov 9:00 am': `Remind me a week from monday to pull the permit`,
  'notes: reminds Fri 27 Nov 3:00 pm': `Friday 3pm remind me invoice Ortiz | rappelez-moi vendredi à 15h la réunion | me lembre sexta às 15h do dentista`,
  'notes: reminds Sun 22 Nov 5:00 pm': `remind 5pm lock trailer`,
  'notes: reminds every Monday, first Mon 23 Nov 6:00 am': `remind me mondays 6am crew meeting`,
  'notes: hint INVITE': `Can you add my daughter Susan to #family | how can my husband join #groceries | let my wife into #groceries | send an invite for #food to my mom | can my sister get #family too | how do I let my daughter see my food board | add my foreman to #family | can you invite my husband to #family | how do I share #groceries with my husband | I would like to invite my sister to the family board | how can my wife and I both use this | invite jess to the food board | invite Jess 2025550144 | can 2 people use the same list | share #food with Jess | My daughter wants to join | share groceries with Jenny`,
  'notes: does On #family': `who can see the family board | whos in #family | who is on the family board | who else gets my posts in #family | Who is all in the #family group? | how many people are on #family | is ann on family | can ann see what i put in #family | list members of family | is ann still in the family group | whos the owner of family | can Ann edit #family`,
  'notes: hint Lasagna': `how long does lasagna take | whats the lasagna recipe | what was the lasagna recipe | What is the temperature for lasagna`,
  'notes: hint X44120981': `When does my passport expire | what is my passport number | give me my passport # | passport number? | I cannot find my passport number`,
  'notes: hint BA178': `when does my flight open again | which gate was my flight | tell me about my flight`,
  'notes: hint ramen': `where was that ramen spot | any ramen places? | do you remember the ramen place | wheres taht ramen place`,
  'notes: hint 1 #': `Wo hab ich den Pass hingelegt? | show me the last three notes | what was my last note | what did I write on saturday | what did i write last night | what did I save yesterday | où est mon passeport ? | what was the last thing I told you`,
  'notes: hint ?': `c'est quoi le numéro du plombier | dov'è il passaporto? | onde está o passaporte? | everything from last week | wie ist das wlan passwort? | qual era il nome dell'idraulico | waar is mijn paspoort?`,
  'notes: reminds Fri 4 Dec 9:00 am': `remind me 4 dec submit essay | remind me 4th of december essay | remind me dec 4 submit essay`,
  'notes: reminds Sun 22 Nov 9:00 pm': `remind me tonight at 9 to email prof`,
  'notes: reminds Sun 22 Nov 8:00 pm': `remind me sunday nite laundry`,
  'notes: reminds Thu 26 Nov 2:30 pm': `remind me in 4 days library book`,
  'notes: hint LOGIN': `i cant log in | send me a link to see everything | how do i see this on my laptop | how do i get to the website | link to my boards on the web? | open the website | i cant see my pictures on the web`,
  'notes: does packing': `make #packing a list | start a list called #packing`,
  'notes: hint #': `how do i make a new board`,
  'notes: hint size 9': `what size shoe is Theo | Theo shoe size? | what size are theos shoes | did I write down Theo's shoe size`,
  'notes: does 1 #groceries': `what's on my grocery list`,
  'notes: reminds Mon 23 Nov 3:00 pm': `remind me to pick up Theo at 3 tomorrow`,
  'notes: reminds every Wednesday, first Wed 25 Nov 4:00 pm': `every wednesday at 4 remind me swim class`,
  'notes: reminds Sat 28 Nov 9:00 am': `remind me next saturday about the bake sale`,
  'notes: reminds Fri 27 Nov 8:00 am': `recordarme el viernes a las 8 llamar a mama`,
  'notes: hint DELETE': `borrar`,
  'notes: reminds Tue 24 Nov 3:00 pm': `Remind me next tuesday after school at 3 faculty mtg`,
  'notes: reminds Tue 15 Dec 2:30 pm': `REMIND ME 15 DEC 1430 CARDIOLOGIST`,
  'notes: reminds Sat 28 Nov 8:15 am': `swim lessons start sat 9am, remind me 8:15`,
  'notes: reminds Sun 22 Nov 6:30 pm': `remind me 630 bottle`,
  'notes: hint remind': `remind me 345 elm street key | remind me 430 euros rent`,
  'notes: reminds Mon 23 Nov 9:00 am': `please remember me tomorrow at 9 o clock that I must go to the bank | Remind me to call the clerk tomorrow between 9 and 10 | ricordami di chiamare Paolo domani alle 9 | Lembre-me de pagar a luz amanhã às 9 | remind me tommorrow to drink watr | Text me tomorrow at 9 to call mum | Ping me tomorrow about the rent | Erinner mich morgen um 9 an den Zahnarzt | Rappelle moi de payer le loyer demain à 9h | herinner me morgen om 9 uur aan de tandarts | hey can you remind me tomorrow at nine a m to call the bank`,
  'notes: does STOP': `I do not understand how to use this. | cómo funciona esto? | comment ça marche ? | what are you able to do for me | Wie funktioniert das? | come funziona? | como funciona isso?`,
  'notes: stops': `do NOT text me ever again | unsubscribe me from everything | please take my number off | STOP SENDING ME ALL THIS CRAP | TAKE ME OFF THIS LIST NOW | kindly unsubscribe my number`,
  'notes: hint HELP': `How do I find an old note? | this is not working | what does this thing even do | is there a list of things i can text | teach me how to use this | how much does this cost | YOU GOT IT WRONG | hlep | menu | whats this thing | how do hashtags work`,
  'notes: hint BLOCK': `block bob | how do I block someone`,
  'notes: does 1 #food': `food board? | let me see my food notes | shwo me #food | whts on #food | food notes | everything tagged food`,
  'notes: reminds Mon 23 Nov 10:00 am': `Recuérdame comprar pan mañana a las 10 | remidn me tomorow 10am call mom`,
  'notes: reminds Sun 22 Nov 11:00 pm': `remnid me at 11 pm get an uber`,
  'notes: does Muted': `STOP TEXTING ME ABOUT #family | do not send me any more texts about the family board | no more notifications about family | turn off family notifications | mtue #family | mute the fam board | unfollow family | mute family for a week | family chat on silent til tmrw | hush family`,
  'notes: does ramen': `show me the note about ramen`,
  'notes: reminds Sun 22 Nov 6:00 pm': `remind me at six p m to start the rice`,
  'notes: reminds Sun 22 Nov 2:50 pm': `remind me in twenty minutes to check the oven`,
  'notes: reminds Tue 24 Nov 3:30 pm': `remind me on tuesday at three thirty p m meeting with Joan`,
  'notes: reminds Mon 23 Nov 7:00 pm': `please set a reminder for tomorrow evening at seven choir practice`,
  'club: hint DELETE': `get that out of there | Bitte löschen | nvm ignore that`,
  'club: does Changed': `i wrote Thurday but meant Friday | its bar Luna not cafe Luna | replace cafe with bar | *thursday | Edit: Meet Pat at cafe Luna on Friday | change Thursday to Friday`,
  'club: does Deleted': `omg wrong chat delete pls | supprime ça | efface le dernier message stp | cancella questo | DELETE THAT RIGHT NOW | forget what I said | ooops delete taht | ignor my last txt | please delete the last thing I said | erase my last message please | Please forget my last message. | del last msg | delete my note | get rid of it | borra el último mensaje | bórralo por favor | lösch das | bitte letzte Nachricht löschen | elimina l'ultimo messaggio | apagar a última mensagem | forget I said that | delte that | delet it plz | i didnt mean to send that | that was a mistake | sent that by mistake, please get rid of it | delete that last one, she moved it | omg delete delete | disregard | sorry wrong person | can you unsend that | oh no i posted that to club by mistake | cancel last message | erase what i just said`,
  'club: hint EDIT': `can i change what i wrote | fix the spelling | no wait the other cafe | Sorry monday is full | no wait until friday comes`,
  'club: does friends': `shouldve been #friends | meant to put that in #friends | can that go to #friends instead | copy it to #friends | wrong board, #friends | put that under #friends instead | mvoe that to #friends | also put it on hashtag friends`,
  'club: hint friends': `#friends`,
  'club: does Taken back': `nope undo that last one | wait undo | no no undo | undo what I just did`,
  'proof: does Posted': `yes please {digits} | post it {digits} | Y{digits} thank you | yes, {digits}. | y {digits} pls | Yes {digits}!!! | OK{digits} | ok {digits} thx | {digits} yes | yess {digits} | o k {digits}`,
  'invited: does Ann': `WHO GAVE YOU MY NUMBER | who is ann | what's tagline? | is this a scam | Who is this please? | I do not know who you are. | whos this | quién es? | Wer ist da? | WHAT IS THIS`,
  'invited: does STOP': `WRONG NUMBER | i think you have the wrong person | wrong # | not interested`,
  'invited: does All right,': `No thank you. | no gracias`,
  'alarm: does Sun 22 Nov 6:00 pm': `change it to 6pm`,
  'alarm: does Tue 24 Nov': `i meant tuesday`,
  'alarm: does No reminder': `Please cancel that reminder. | i dont need it anymore | undo the reminder | scratch the reminder | never mind the reminder | CANCEL THE REMINDER | I DONT NEED THAT REMINDER ANYMORE | cancel the reminder I just set | cancel the reminder about Lou | No more Sunday reminders | stop reminding me about Lou`,
  'alarm: does 4:30 pm': `make it 4:30`,
  'alarm: does 6:15 pm': `sorry 6:15`,
  'alarm: does 5:00 pm': `no 5pm | NO I SAID 5 PM`,
  'alarm: does Mon 23 Nov': `change the reminder to tomorrow`,
  'told: hint answer Ann': `on it!! | cant im at practice | I can get her after school pickup 😊 | Not me AGAIN | tell her yes | I could around 6:15 | I can drive her. Dad | off at 7 i can get her then | me! me! | depends, what time exactly? | ich kann sie abholen | puedo yo | icann do it | yes I can pick her up at six | tell Ann I can pick her up`,
  'list: does milk': `whats on the grocery list | what still needs to be bought | shopping list please | can you read me the grocery list | ¿qué falta en #groceries? | was fehlt auf #groceries? | qu'est-ce qu'il reste sur #groceries ? | what do we still need | groceries? | what's left to buy | read me my grocery list | what do I need to buy | is milk on the list? | do we need eggs | how many things on groceries | send me the list | groceries list now`,
  'list: does Done': `eggs done | we got dog food | got everything | I bought the milk and the eggs | milk check | I have the eggs | scratch dog food | done with milk | bought eggs and dog food | remove eggs from groceries | dnoe milk | got teh milk | mark milk as done | milk's done | I bought milk and egg already | Please take milk off the list, I have some | clear the grocery list | everything is done | cross everything off | take off eggs`,
  'list: does Done: milk': `got milk n eggs | check milk off`,
  'list: does Done: eggs': `cross off eggs | take eggs off the list | skip the eggs | dont need eggs anymore | eggs ✅ | get rid of eggs on the list`,
  'notes: hint Tim has': `did ann post anything today`,
  'club: hint UNDO': `no no I did not mean to send that take it back`,
  'club: does Changed to "Meet Pat at bar Luna on Thurday"': `change that to bar Luna`,
  'club: does no longer on #club': `remove from #club | take #club off that | untag #club`,
  'notes: does reply STOP': `help me please how does this work | how do I work this thing | what can I say to you | I don't understand how to use. Please help`,
  'notes: asks Reply OK': `add my sister 202-555-0188 to #food | share #food with (202) 555-0187 | invita a mi hermana al +1 202 555 0186 a #food | give Manny access to #food 202 555 0164 | can my husband see #food too? hes 202-555-0121 | sharing #food w my wife 202 555 0198 | quiero compartir #food con mi hermana +1 202 555 0177 | please share my recipes board with my roommate, 202 555 0133 | füge meine Frau zu #food hinzu, 202 555 0133 | I want my granddaughter Ruthie to see the recipes, her number is 202-555-0155`,
  'notes: does You have left #family': `get me off this family board NOW | Leave Family`,
  'notes: hint WHO': `is #food private or can ann see it`,
  'notes: does Others see you as Walter': `you can call me Walter`,
  'notes: does for you': `set my time zone to eastern | I'm in Denver now change my time zone | I am in India, please set time accordingly | set my clock to mountain time | I moved to Chicago, change my time zone | I'm on central time`,
  'notes: hint in English': `¿me puedes contestar en español? | quiero los mensajes en español | can u text in french`,
  'notes: hint TZ': `my clock is an hour off | what time do you think it is for me | its 3pm here not 6 | time is wrong | reminders come an hour late`,
  'notes: hint the web': `actually rename #food to #restaurants | Please remove Ann from the family board. | kick ann | stop sharing the family board with Ann | make #food public | make ann an admin of #family | delete the food board | where is the app | i want to change my phone number | sign me out | did my sister accept | uninvite 202-555-0177`,
  'notes: reminds Wed 25 Nov 5:00 pm': `text me wed 5pm about the tile delivery`,
  'notes: reminds Mon 23 Nov 8:30 am': `Remid me tomorow 830 Call Dana`,
  'any time: hint on the web': `delete my account | Close my account please`,
  'notes: does what': `wat can u do`,
  'notes: reminds Sun 22 Nov 4:00 pm': `remindme 4pm walk the dog`,
  'notes: reminds Sun 22 Nov 10:00 pm': `remind me at 10 tonite to charge my laptop`,
  'notes: hint MUTE': `way too many notifications from this thing | why do i get so many messages | shut up about #family | QUIT SENDING ME EVERY LITTLE THING ANN POSTS | am i muted | pause texts until tomorrow | turn everything back on | please text me less | I get way too many of these`,
  'notes: reminds Tue 24 Nov 10:00 am': `Please remind me on Tuesday at 10 AM to take the car in.`,
  'notes: reminds Sun 22 Nov 7:00 pm': `Remind me 1900 handover`,
  'notes: reminds Wed 25 Nov 3:00 pm': `Set reminder Wed 3p CPR renewal`,
  'notes: reminds Mon 23 Nov 12:00 pm': `remind me noon tmrw lunch w sam`,
  'notes: hint web': `rename #food to #restaurants | delete my account please | how do i export my notes`,
  'notes: reminds Sun 22 Nov 5:30 pm': `remind me half past five dinner in oven`,
  'notes: reminds Mon 7 Dec 9:00 am': `remind me the 7th dentist for kids`,
  'notes: does ?': `zeig mir meine Notizen`,
  'notes: reminds Fri 27 Nov 6:00 pm': `bitte erinnere mich am Freitag um 18 Uhr`,
  'notes: does left': `get me off #family | take me out of the family group | remove me from family please`,
  'notes: reminds Sun 29 Nov 2:30 pm': `remind me one week from today to water the ferns`,
  'club: does longer': `TAKE THAT OFF #club`,
  'list: kept': `ya compré la leche | also butter on the grocery list | groceries: butter`,
  'new: reminds Mon 23 Nov 9:00 am': `remind me tomorrow at nine to call my son`,
  'notes: hint LEAVE': `i dont want to be in #family anymore | como eu saio do grupo family? | how do i get out of a group`,
  'notes: does again': `turn family notifications back on`,
  'notes: does Others see': `change my name to Robert | change my name to Rob Weber | call me Susan from now on | my name is maya ok | muda meu nome para Ana`,
  'notes: hint NAME': `my name is wrong, it should be Rob Miller | call me Rob please | I go by Kat | whats my name on here | change my display name`,
  'notes: does One text': `one text a day at 7pm please | Send me a summary at the end of the day | only text me about family once a week | text me about #family once a day at 7pm | daily summary please | weekly summary on sunday`,
  'notes: hint only': `who can read my notes | are my notes private? | is this private | who am i sharing with | Can anyone else see my notes?`,
  'notes: does 1 #recipes': `show me recipes | lemme see my recipes | list everything under recipes`,
  'notes: hint ? and': `show me my photos`,
  'club: does will text you': `remind me about that at 6 | remind me of this tomorrow at 9`,
  'club: kept': `cafe Luna closes at 10 | sorry for friday night`,
  'alarm: does 4:15 pm': `better at 4:15`,
  'alarm: hint ': `dont remind me`,
  'alarm: does Mon 23 Nov 4:00 pm': `tomorrow not today`,
  'alarm: does Wed 25 Nov 4:00 pm': `on wednesday instead`,
  'list: hint DONE': `wait i didnt get the milk`,
  'club: does Changed to "Meet Pat at cafe Luna on Friday"': `no wait its friday | my bad, friday | Excuse me, that was friday | thats supposed to be friday | friday sorry | i mean Friday | should say Friday | I meant to say Friday. | not thursday, friday`,
  'club: does on Thurday, at 5pm': `add at 5pm to that | Also add at 5pm to my last note`,
  'club: does on #food': `Wrong tag. #food | not club, #food | sorry that should be in #food not #club | move to #food | tag it food | save that under food | label that #food`,
  'alarm: does Sun 22 Nov 5:00 pm': `not 4 make it 5 | push my reminder about Lou to 5pm | move the Lou reminder to 5pm`,
  'alarm: does call Lou': `what am i supposed to do this weekend | whats on my schedule today`,
  'notes: hint quiet hours': `do not text me after 9 at night | no notifications between 10pm and 6am pls | be quiet after 10 | stop the messages at night`,
  'notes: hint carrier': `How much does this cost me? | is this free`,
  'notes: hint MAIL': `can i get an email instead of texts | email me instead`,
  'notes: hint UNDO deletes': `i was asking a question | why did you save that | that wasnt a note`,
  'notes: does boards: #': `how many notes do i have`,
  'list: does camping': `make a list called camping | new list: camping`,
  'notes: reminds Wed 25 Nov 9:00 am': `remember me to order the veal on Wednesday morning`,
  'club: does Changed to "Meet Pat at cafe Luna on Thursday"': `typo: Thursday | correct spelling: Thursday | thats spelled Thursday`,
  'notes: hint REMINDERS': `turn off reminders | cancel the reminder about the boiler`,
  'notes: hint puts your last text': `send this to bob | share my last note with Ann`,
  'club: hint -#board': `that went to the wrong board`,
  'notes: code Sign in': `whats my login`,
  'notes: does #recipes is a list': `make #recipes a to do list`,
  'notes: does no digest': `stop the daily summary`,
  'notes: hint on the web': `i dont want ann in the family board anymore | get rid of ann from family`,
  'any time: posts': `Kick the ball off #family | Take Rex out of #family | stop sharing toothbrushes #family | Grandma is in the car #family | Mom is in surgery #family | Grandpa will be in the hospital till Monday #family | My sister gets in at nine #family | Can grandma be in the front seat? #family | Who gets the kids today #family | Who sees the doctor first #family | How do I find the house #family | How do we leave by the back door? #family | Take your shoes off #family | Take the day off #family | Remove the old chairs from the shed #family | Kids shouldn't be in the pool alone #family | I don't want mud in the house #family | Make Ann the owner of the fish #family | Send invites for the party #family | Is the beach #family private? | Keep the #family visible`,
  'any time: hint only; +#family posts it. The owner': `stop sharing #family with ann | Stop sharing #family | kick ann off #family | Please kick Ann out of #family | unshare #family | Remove Ann from #family | remove my sister from #family | uninvite ann from the #family board`,
  'any time: hint NAME and': `name Arjun Rao | name jo miller`,
  'any time: hint MAIL and your address': `MAIL | Mail.`,
  'notes: hint 16x25x1': `Furnace filter size?`,
};
