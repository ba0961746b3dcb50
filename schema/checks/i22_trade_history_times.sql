-- check: I22
-- class: A
-- title: times of the states do not decrease and completion equals T_DTS
SELECT t_id
FROM trade
JOIN trade_history AS completed ON completed.th_t_id = t_id AND completed.th_st_id = 'CMPT'
JOIN trade_history AS submitted ON submitted.th_t_id = t_id AND submitted.th_st_id = 'SBMT'
LEFT JOIN trade_history AS pending ON pending.th_t_id = t_id AND pending.th_st_id = 'PNDG'
WHERE completed.th_dts <> t_dts
   OR submitted.th_dts > completed.th_dts
   OR pending.th_dts > submitted.th_dts;
