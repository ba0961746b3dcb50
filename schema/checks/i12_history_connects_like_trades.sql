-- check: I12
-- class: A
-- title: history rows connect trades of one account and symbol, the opener completing no later
SELECT hh_h_t_id
     , hh_t_id
FROM holding_history
JOIN trade AS opener ON opener.t_id = hh_h_t_id
JOIN trade AS changer ON changer.t_id = hh_t_id
WHERE opener.t_ca_id <> changer.t_ca_id
   OR opener.t_s_symb <> changer.t_s_symb
   OR opener.t_dts > changer.t_dts;
