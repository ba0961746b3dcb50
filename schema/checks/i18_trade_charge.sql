-- check: I18
-- class: L
-- title: the charge of a trade follows from its type and the customer tier
SELECT t_id
     , t_chrg
     , ch_chrg
FROM trade
JOIN customer_account ON ca_id = t_ca_id
JOIN customer ON c_id = ca_c_id
JOIN charge ON ch_tt_id = t_tt_id AND ch_c_tier = c_tier
WHERE t_chrg <> ch_chrg;
