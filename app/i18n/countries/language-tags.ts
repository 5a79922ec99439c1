/**
 * The language tags of the country list (docs/specification.md#3), in its order (functions/contract/country-codes.ts): the country with the
 * language that most people there read (Unicode CLDR, likely subtags).
 */
export const LANGUAGE_TAGS = `
  ko-KR en-US fr-FR es-ES en-GB de-DE en-AU en-SG ja-JP zh-CN zh-HK zh-TW fa-AF sv-AX sq-AL ar-DZ sm-AS ca-AD
  pt-AO en-AI en-AG es-AR hy-AM nl-AW en-AC de-AT az-AZ en-BS ar-BH bn-BD en-BB ru-BY nl-BE en-BZ fr-BJ en-BM
  dz-BT es-BO bs-BA en-BW pt-BR en-IO en-VG ms-BN bg-BG fr-BF rn-BI km-KH fr-CM en-CA pt-CV pap-BQ en-KY sg-CF
  ar-TD es-CL en-CX ms-CC es-CO ar-KM fr-CG fr-CD en-CK es-CR fr-CI hr-HR es-CU pap-CW el-CY cs-CZ da-DK fr-DJ
  en-DM es-DO es-EC ar-EG es-SV es-GQ ti-ER et-EE en-SZ am-ET en-FK fo-FO en-FJ fi-FI fr-GF fr-PF fr-GA en-GM
  ka-GE ak-GH en-GI el-GR kl-GL en-GD fr-GP en-GU es-GT en-GG fr-GN pt-GW en-GY ht-HT es-HN hu-HU is-IS hi-IN
  id-ID fa-IR ar-IQ en-IE en-IM he-IL it-IT en-JM en-JE ar-JO ru-KZ sw-KE en-KI sq-XK ar-KW ky-KG lo-LA lv-LV
  ar-LB st-LS en-LR ar-LY de-LI lt-LT fr-LU zh-MO mg-MG en-MW ms-MY dv-MV bm-ML mt-MT en-MH fr-MQ ar-MR fr-MU
  fr-YT es-MX en-FM ro-MD fr-MC mn-MN sr-ME en-MS ar-MA pt-MZ my-MM af-NA en-NR ne-NP nl-NL fr-NC en-NZ es-NI
  ha-NE en-NG en-NU en-NF ko-KP mk-MK en-MP nb-NO ar-OM ur-PK pau-PW ar-PS es-PA tpi-PG gn-PY es-PE fil-PH
  pl-PL pt-PT es-PR ar-QA fr-RE ro-RO ru-RU rw-RW sm-WS it-SM pt-ST ar-SA wo-SN sr-RS fr-SC en-SL en-SX sk-SK
  sl-SI en-SB so-SO en-ZA ar-SS si-LK fr-BL en-SH en-KN en-LC fr-MF fr-PM en-VC ar-SD nl-SR nb-SJ sv-SE de-CH
  ar-SY tg-TJ sw-TZ th-TH pt-TL fr-TG tkl-TK to-TO en-TT en-TA ar-TN tr-TR tk-TM en-TC tvl-TV en-VI sw-UG
  uk-UA ar-AE es-UY uz-UZ bi-VU it-VA es-VE vi-VN fr-WF ar-EH ar-YE en-ZM sn-ZW
`
  .trim()
  .split(/\s+/)
