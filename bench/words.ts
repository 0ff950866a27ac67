/** Common words first, as in ordinary text: the generator takes the first ones more often. */
export const WORDS = `
the to and a of in you for is that your we it with on be this are have as will at not from our or can if by an please
was which all has any been they one but there would their more when what up time about so out do no new them who some
us other see only may now like into its my me over just than how after also work first day order week please team
should could before these those need make use two then many get here most because each through way well where back
much between next long right where still last good same another while such help year made part off account message
office meeting report project customer service number address letter product system company question change problem
morning evening afternoon yesterday tomorrow today month number list page copy draft version price invoice payment
delivery package shipment receipt reference contract agreement proposal budget estimate schedule deadline reminder
calendar appointment interview position candidate department colleague manager director engineer designer developer
supplier partner client member visitor neighbour family friend student teacher school library university course lesson
exercise chapter article newspaper magazine story picture photograph camera computer keyboard screen printer network
password username security backup update upgrade install download attachment document folder archive database server
browser window website link button form field error warning notice support ticket request reply answer response
feedback suggestion improvement feature release testing review comment discussion decision approval permission policy
insurance bank transfer balance currency discount voucher subscription membership renewal cancellation refund
warranty repair replacement spare engine vehicle bicycle train station airport flight journey holiday hotel room
kitchen garden balcony window door floor roof wall heating water electricity meter reading energy weather rain
sunshine winter summer autumn spring mountain river forest island coast village city street bridge market shop
restaurant coffee breakfast lunch dinner recipe vegetable apple orange bread butter cheese chicken salad soup
doctor hospital medicine health exercise training football tennis concert theatre museum exhibition festival music
guitar piano violin orchestra painting sculpture gallery ticket entrance exit parking corridor elevator basement
quickly carefully finally recently usually probably certainly perhaps almost nearly already together separately
important available possible necessary different difficult simple complete correct previous following several
particular general special public private local international technical financial personal additional separate
confirm arrange prepare deliver receive collect return replace compare explain describe discuss consider decide
suggest recommend propose accept refuse postpone cancel continue finish complete begin start open close lock check
measure count calculate estimate record publish translate correct improve reduce increase extend limit allow prevent
hello dear thanks regards sincerely attached enclosed regarding according otherwise however therefore although
instead meanwhile moreover nevertheless unfortunately fortunately obviously apparently approximately especially
quarter percentage thousand hundred dozen couple twice third fourth tenth double single empty full heavy light
yellow purple silver golden wooden plastic metal cotton leather glass paper cardboard envelope stamp parcel courier
signature witness lawyer court judge notary passport visa embassy border customs declaration certificate licence
registration application statement summary appendix annex paragraph sentence grammar spelling alphabet dictionary
battery charger cable adapter socket switch sensor camera antenna satellite telephone mobile voicemail extension
`
  .trim()
  .split(/\s+/)
